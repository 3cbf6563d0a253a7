"""scratch"""
import json, re, random, copy, logging
from typing import Any
import pytest
from django.test import Client
from clubs.models import Player, Club
from clubs.models.club import Role
from clubs.models.people import Shown
from tests.club import House, a_house
from tests.tournament import a_card, a_result, a_round, a_tournament
from tests.web.page import phone
from tests.web.test_tournament_secrets import hall_pages, table_pages, answers_outside, a_screen, plan_with
from tests import travelling
from tests.services.table import now
from scoring.services.closing import close_sheet
from tournaments.models import *
from tournaments.services import table_sheets, results
from tournaments.services.table_codes import code_of, hall_code
from tournaments.services.takeout import document_of, as_json
from tournaments.services.bringing import look_at, bring
from clubs.services.core import Refused
from django.utils import timezone
pytestmark = pytest.mark.django_db

def test_names(house: House, caplog):
    plan={**plan_with("x"), "card":"pair","people":2, "hall":{"confirm":True,"approve":["Gang"]}}
    t=a_tournament(house.club,"Josef Auergeheim / Maria Bergheim","Franz Dornheim / Anna Ederheim","Ida Finkheim / Karl Grubheim","Sepp Moserheim / Lois Huberheim",plan=plan,game="bauernschnapsen")
    Player.objects.filter(name__contains="heim").update(shown=Shown.INITIAL)
    Player.objects.filter(name="Sepp Moserheim").update(shown=Shown.HIDDEN)
    Player.objects.filter(name="Ida Finkheim").update(shown=Shown.NICKNAME, nickname="Idschi")
    for n,own in ((1,"Auergeheim-Bergheim"),(2,"Die Ederheims"),(3,"Finkheim/Grubheim"),(4,"Moserheim")):
        t.entrants.filter(number=n).update(name=own, apart="Moserheim", deck="x")
    a_screen(t,"hallo")
    r=a_round(t,(1,2),(3,4))
    from django.db.models import F
    a_result(r.tables.get(number=2),{"legs":1},{"legs":0})
    tb=r.tables.get(number=2)
    Adjustment.objects.create(tournament=t, entrant=t.entrants.get(number=4), unit="legs", amount=-1, reason="Moserheim war spät", token="a")
    Confirmation.objects.create(table=tb, of=tb.seq, position=0, agrees=False, remark="Moserheim lügt", token="no")
    sheet=table_sheets.open_sheet(r.tables.get(number=1))
    caplog.set_level(logging.DEBUG)
    bad=[]
    def look(p, meth="get", **kw):
        for c in (phone("en"), phone("de")):
            a=getattr(c,meth)(p,**kw)
            body=a.content.decode()+str(a.headers)
            for w in ("heim",):
                for m in re.finditer(w, body): bad.append((p,meth,a.status_code,body[max(0,m.start()-60):m.end()+30]))
    for p in ["/screen/leinwand/", *table_pages(t), *hall_pages(t), *answers_outside(t), f"/watch/{sheet.watch_secret}/", f"/api/v1/sheets/{sheet.watch_secret}/", f"/watch/{sheet.watch_secret}/strip/"]:
        look(p)
    h=hall_code(t)
    for q in ("moserh","sepp","auerge","dornh","edr","die"):
        a=phone("en").get(f"/hall/{h}/?q={q}"); print(q, re.findall(r'class="found[^<]*<|/hall/[^"]*/\d+/"[^<]*<[^>]*>[^<]*', a.content.decode())[:3])
        body=a.content.decode().replace(f'value="{q}"',''); assert "heim" not in body
    code=code_of(t,2); code1=code_of(t,1)
    for body in ({}, {"round":"1"}, {"round":"1","number":"3","agrees":"0","of":"r1","token":"abc"}, {"round":"1","seen":"0","token":"abcdefgh","made-1":"9","cards":"3"}):
        for c in (code,code1):
            for path in (f"/table/{c}/", f"/table/{c}/confirm/", f"/table/{c}/call/"):
                look(path,"post",data=body)
            for path in ("result/","confirm/","call/"):
                look(f"/api/v1/tables/{c}/{path}","post",data={**body,"round":1,"rows":[{"legs":9},{"legs":9}],"seen":0,"number":99,"position":1}, content_type="application/json")
    print(bad[:10]); print([rec.getMessage() for rec in caplog.records if "heim" in rec.getMessage()][:3])
    assert not bad

def mutate(doc, rnd):
    """one random change"""
    path=[]
    node=doc
    while True:
        if isinstance(node,dict) and node: k=rnd.choice(sorted(node))
        elif isinstance(node,list) and node: k=rnd.randrange(len(node))
        else: break
        child=node[k]
        if not isinstance(child,(dict,list)) or rnd.random()<.12 or not child:
            evil=[None,0,1,-1,2,3,7,99,32767,2**31-1,"","x","=1+1","<script>alert(1)</script>","\u202e",True,False,[],{}, {"a":[1]}, [1,2,3], "survived","points","lives","won"]
            if isinstance(child,int) and not isinstance(child,bool): evil=[0,1,2,3,5,9,50,1000,9999,32767,-1,-5]
            if isinstance(child,str): evil=["","x","survived","lives","points","<b>","1","full","hidden","walkover","typed","struck","sheet","here","no_show","disqualified","2026-11-30","hand","void","close"]
            if isinstance(child,bool): evil=[not child]
            node[k]=rnd.choice(evil); path.append(k); return path, node[k]
        node=child; path.append(k)
    return path, None

PAGES=["", "room/","tables/","standings/","standings/?view=women","standings/?view=groups","pictures/","prizes/","take-along/","take-along/json/","take-along/csv/","take-along/zip/","take-along/xlsx/","screens/","reading-out/","check-in/","draw/","penalties/","announce/","paper/","cash/","rules/","rounds/1/","rounds/1/?verify=1","rounds/2/","rounds/1/tables/1/","room/1/","standings/1/","cards/1/","paper/standings.pdf?names=full","paper/seating-by-name.pdf","paper/desk/prizes.pdf","rounds/1/tables/1/sheet.pdf","setup/what/","setup/course/","setup/money/"]
@pytest.mark.parametrize("seed",range(2))
def test_fuzz(house: House, seed):
    there=a_house("dort", name="Dort")
    base=json.loads(as_json(document_of(travelling.finished(house) if seed%2 else travelling.pairs(house), now=timezone.now())))
    rnd=random.Random(seed+5000); ok=ref=0; crashes={}
    c=there.phone(Role.OWNER); c.raise_request_exception=False
    import time; t0=time.time(); n=0
    while time.time()-t0<75:
        n+=1
        doc=copy.deepcopy(base); what=[mutate(doc,rnd) for _ in range(rnd.choice((1,1,1,2)))]
        try:
            look=look_at(there.club, as_json(doc))
            made=bring(there.club, look.checked, by=there.users[Role.OWNER], token=f"fuzz-{seed}-{n}", now=timezone.now())
        except Refused: ref+=1; continue
        except Exception as e:
            crashes.setdefault(("IMPORT",type(e).__name__,str(e)[:80]),what); continue
        ok+=1
        pages=[f"/club/dort/tournaments/{made.pk}/{p}" for p in (rnd.sample(PAGES,7))]
        pages+=rnd.sample([f"/hall/{hall_code(made)}/?view=draw",f"/hall/{hall_code(made)}/?view=standings",f"/hall/{hall_code(made)}/?view=prizes",f"/hall/{hall_code(made)}/1/",f"/hall/{hall_code(made)}/1/why/",f"/hall/{hall_code(made)}/pictures/",f"/table/{code_of(made,1)}/",f"/api/v1/halls/{hall_code(made)}/"],3)
        for p in pages:
            try: a=c.get(p)
            except Exception as e: crashes.setdefault((p.split("/",5)[-1],type(e).__name__,str(e)[:100]),what); continue
            if a.status_code>=500: crashes.setdefault((p.split("/",5)[-1],a.status_code,repr(getattr(a,"exc_info",None))[:200]),what)
    print(n,ok,ref); 
    for k,v in crashes.items(): print(k,"<-",v)
    assert not crashes
