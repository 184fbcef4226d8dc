// Bundles src into page.js, with the licences of what is in the bundle on top.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const result = await build({
  entryPoints: ['src/main.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  metafile: true,
  write: false,
});

const packages = new Set();
for (const input of Object.keys(result.metafile.outputs['<stdout>']?.inputs ?? Object.values(result.metafile.outputs)[0].inputs)) {
  const found = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found && Object.values(result.metafile.outputs)[0].inputs[input].bytesInOutput > 0) packages.add(found[1]);
}

// Packages under the same words share one copy of them.
const byText = new Map();
for (const name of [...packages].sort()) {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  if (!file) throw new Error(`${name} has no licence file`);
  const text = readFileSync(`${folder}/${file}`, 'utf8').trim();
  byText.set(text, [...(byText.get(text) ?? []), name]);
}
const banner = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
if (banner.includes('*/')) throw new Error('a licence ends the comment');
writeFileSync('page.js', `/*\n${banner}\n*/\n${result.outputFiles[0].text}`);
