package render
import ("os";"testing";"timeline/render/internal/incident")
func TestZZ(t *testing.T){ if os.Getenv("PICS")=="" {t.Skip()}
 for n,r:=range incident.All(){ f,_:=os.Create("/tmp/pics/"+n+".txt"); Text(f,r,TextOptions{Width:100}); Text(f,r,TextOptions{Width:70,ASCII:true}); f.Close()
 g,_:=os.Create("/tmp/pics/"+n+".json"); JSON(g,r); g.Close(); h,_:=os.Create("/tmp/pics/"+n+".md"); Markdown(h,r,MarkdownOptions{Chart:n+".svg"}); h.Close(); k,_:=os.Create("/tmp/pics/"+n+".html"); if e:=HTML(k,r,HTMLOptions{}); e!=nil {t.Error(e)}; k.Close() } }
