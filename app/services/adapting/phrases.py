"""English phrases that people put around a claim in posts and in speech, in our own words."""

from __future__ import annotations

POST_LEADS = (
    "Wow.|So apparently|BREAKING:|Did you know?|Unbelievable.|This is insane.|Wait, what?|Remember this:|Just saw that|Can't believe this.|"
    "FYI|Not surprised.|I'm sorry but|Is this true?|Please share.|Think about this.|OMG|Just in:|Reminder:|Has anyone else heard that|"
    "They don't want you to know this.|Here we go again.|Shameful.|So proud.|Hey|RT|Let that sink in.|Good to know.|"
    "So let me get this straight.|Fun fact:|Sad news.|WATCH:|My uncle told me that"
).split("|")
POST_TAILS = (
    "Let that sink in.|Share this!|SMH|Why is nobody talking about this?|Wake up.|Thoughts?|lol|Just saying.|Disgusting.|"
    "What a time to be alive.|Pass it on.|Unreal.|#news|#truth|Enough is enough.|Is this real?|Crazy.|So sad.|Love it!|Where is the media?|"
    "I have no words.|Do your research.|Can someone confirm?|This has to stop.|Thread below.|via my feed|We deserve better.|"
    "Make it make sense.|And nobody cares.|How is this legal?|It is that simple.|Good for them."
).split("|")
SPOKEN_LEADS = (
    "Look,|And let me tell you,|You know,|The fact is,|And the truth is,|Let me be very clear:|Now,|Well,|So,|And|But|"
    "I have said it before,|We know that|And by the way,|Listen,|I will tell you this:|The American people know that|Because|"
    "And here is what people forget:|"
    "First of all,|If you look at it,|I think|I believe|Everybody knows|As I said,|My opponent knows that|And it turns out|Think about it,|"
    "The reality is"
).split("|")
SPOKEN_TAILS = (
    "and that is why I am running.|and nobody wants to talk about it.|and we have to change that.|and that is a fact.|"
    "and it is a disgrace.|and I am proud of it.|and we are going to fix it.|believe me.|and you know it.|"
    "and people are hurting.|and that is not right.|"
    "and I want to say something about that.|and he knows it.|so let us be honest about it.|and we can do better.|"
    "and the families in this state feel it every day.|okay?"
).split("|")
SIGNS = "😂 😡 🙏 🔥 👇 🤔 ❤️ 😳 🚨 👏 💔 🤬".split()
FIRST_NAMES = "Anna Ben Carla Dave Emma Frank Gina Hugo Ivy Jack Kim Leo Maria Nick Olga Paul Rosa Sam Tina Will Zoe Ali Chen Priya".split()
LAST_NAMES = "Abbott Brooks Castro Diaz Evans Fox Garcia Hill Ivanov Jones Khan Lopez Moore Nguyen Owens Park Quinn Reed Stone Wolf".split()
MONTHS = "January February March April May June July August September October November December".split()
SHORT_FORMS = {
    "you": "u",
    "are": "r",
    "people": "ppl",
    "because": "bc",
    "with": "w/",
    "without": "w/o",
    "and": "&",
    "government": "govt",
    "your": "ur",
    "about": "abt",
    "before": "b4",
    "really": "rly",
    "please": "pls",
}
OPENERS = frozenset(
    "the a an this that these those it he she they we you in on at by for from if when while as there more most many under over since "
    "every only about nearly our their his her its no not all some today last one two three".split()
)
"""Words that have a capital only because they open a sentence."""
