
(function () {
  'use strict';
  var box = document.getElementById('filter');
  var count = document.getElementById('count');
  var lines = document.querySelectorAll('#tries tbody tr');
  document.querySelector('.tools').hidden = false;
  box.addEventListener('input', function () {
    var want = box.value.toLowerCase();
    var shown = 0;
    lines.forEach(function (line) {
      line.hidden = line.textContent.toLowerCase().indexOf(want) < 0;
      if (!line.hidden) { shown++; }
    });
    count.textContent = want ? shown + ' of ' + lines.length : '';
  });
  document.querySelectorAll('.chart').forEach(function (chart) {
    chart.title = 'double click to enlarge';
    chart.addEventListener('dblclick', function () { chart.classList.toggle('wide'); });
  });
})();
