/** Words and what they mean; our own wording, a line each: word, part of speech (n, v, a, d, i), meaning. */
const LINES = `
abate|v|To become less strong or severe.
aberration|n|A departure from what is normal or expected.
abolish|v|To put an end to something by law.
abundant|a|Existing in large amounts; more than enough.
abyss|n|A hole so deep that its bottom cannot be seen.
academic|a|Relating to schools and scholarship.
accolade|n|An expression of praise or an award.
acronym|n|A word made from the first letters of other words.
acumen|n|The ability to judge well and quickly.
acute|a|Sharp, or severe and sudden.
ad hoc|a|Made or done for one particular purpose.
adamant|a|Refusing to change one's mind.
adapt|v|To change so as to fit new conditions.
adept|a|Very skilled at something.
admire|v|To regard with respect and pleasure.
adverse|a|Harmful or unfavourable.
advocate|v|To speak in favour of something.
advocate|n|A person who speaks for another or for a cause.
aesthetic|a|Concerned with beauty.
affable|a|Friendly and easy to talk to.
affinity|n|A natural liking or closeness.
aggregate|n|A whole formed by adding several parts together.
agile|a|Able to move quickly and easily.
alacrity|n|Brisk and cheerful readiness.
albeit|d|Although; even though.
algorithm|n|A set of steps that solves a problem.
allegory|n|A story whose figures stand for something else.
alleviate|v|To make pain or trouble easier to bear.
allude|v|To mention in an indirect way.
altruism|n|Care for others without thought of oneself.
ambiguous|a|Open to more than one meaning.
ambivalent|a|Having mixed feelings about something.
ameliorate|v|To make something bad better.
amicable|a|Done in a friendly way.
anachronism|n|Something that does not belong to the time it is placed in.
analogy|n|A likeness between two things that explains one by the other.
anarchy|n|A state without government.
anecdote|n|A short account of something amusing or interesting.
anomaly|n|Something that does not fit the rule.
antithesis|n|The exact opposite.
apathy|n|Lack of interest or feeling.
appease|v|To calm someone by giving what is wanted.
apple|n|A round fruit with firm flesh that grows on trees.
arbitrary|a|Decided by chance or whim rather than by reason.
archaic|a|Belonging to a much earlier time.
arduous|a|Needing great effort.
articulate|a|Able to speak clearly and well.
ascertain|v|To find out for certain.
assiduous|a|Showing great care and persistence.
astute|a|Quick to see how to gain an advantage.
asylum|n|Protection given to someone who has fled.
atlas|n|A book of maps.
atrophy|v|To waste away from lack of use.
audacious|a|Daring; taking bold risks.
augment|v|To make larger by adding to it.
auspicious|a|Promising success.
austere|a|Severe or plain in manner or appearance.
autonomy|n|The right or power to govern oneself.
avarice|n|Extreme greed for money.
avid|a|Very eager.
axiom|n|A statement taken to be true without proof.
bank|n|A business that keeps and lends money.
bank|n|The land along the side of a river.
banter|n|Playful and friendly teasing.
behemoth|n|Something enormous.
belligerent|a|Ready to fight or argue.
benevolent|a|Kind and wishing to do good.
benign|a|Gentle; not harmful.
bicycle|n|A vehicle with two wheels, moved by pedals.
bird|n|An animal with feathers, two wings and a beak.
bizarre|a|Very strange.
blatant|a|Done openly and without shame.
book|n|Sheets of paper bound together for reading or writing.
book|v|To reserve a place in advance.
boon|n|Something helpful; a blessing.
bread|n|Food made of flour and water, baked.
brevity|n|Shortness of time or of speech.
bridge|n|A structure that carries a road over an obstacle.
brusque|a|Short and rude in speech.
bureaucracy|n|Government by many officials and rules.
burgeon|v|To grow quickly.
cacophony|n|A harsh mixture of sounds.
cajole|v|To persuade by flattery or coaxing.
camera|n|A device for taking pictures.
candid|a|Honest and direct.
candle|n|A stick of wax with a wick that is burned for light.
capitulate|v|To give in; to surrender on terms.
capricious|a|Changing mood or behaviour suddenly.
carnivore|n|An animal that eats meat.
castle|n|A large building with thick walls, built for defence.
cat|n|A small furry animal kept as a pet or to catch mice.
catalyst|n|Something that speeds up a change without being changed.
caveat|n|A warning or a condition.
censor|v|To remove what is thought unfit to be seen.
chair|n|A seat with a back for one person.
chaos|n|Complete disorder.
charisma|n|A charm that inspires devotion.
chronic|a|Lasting for a long time.
circumspect|a|Careful to consider all risks.
clandestine|a|Done in secret.
cliche|n|A phrase that has been used too often.
cloud|n|A mass of fine drops of water in the sky.
coalesce|v|To come together into one.
coerce|v|To make someone act by force or threats.
cogent|a|Clear and convincing.
cognition|n|The process of knowing and understanding.
coherent|a|Logical and consistent.
coincidence|n|Two things happening together by chance.
colloquial|a|Used in everyday speech.
compass|n|An instrument that shows where north is.
complacent|a|Too satisfied with oneself to see danger.
computer|n|A machine that stores and processes data by a program.
concise|a|Saying much in few words.
concur|v|To agree.
conducive|a|Helping something to happen.
conjecture|n|An opinion formed without full evidence.
connoisseur|n|A person of expert taste.
consensus|n|General agreement.
contrite|a|Sorry for what one has done.
conundrum|n|A puzzling problem.
convoluted|a|Complicated and hard to follow.
copious|a|Plentiful.
corroborate|v|To support with evidence.
cosmos|n|The universe seen as an ordered whole.
crane|n|A large bird with long legs and a long neck.
crane|n|A machine for lifting heavy loads.
credible|a|Able to be believed.
cryptic|a|Having a hidden meaning.
culminate|v|To reach the highest point.
cursory|a|Quick and not thorough.
cynical|a|Believing that people act only for themselves.
dearth|n|A lack of something.
debacle|n|A sudden and complete failure.
decipher|v|To work out the meaning of something unclear.
deference|n|Polite respect.
deja vu|n|The feeling of having lived through the present moment before.
deleterious|a|Harmful.
delineate|v|To describe or mark out exactly.
democracy|n|Government by the people through elections.
depict|v|To show in a picture or in words.
deplete|v|To use up.
derivative|a|Copied from something else; not original.
derivative|n|In mathematics, the rate at which a function changes.
desk|n|A table for writing or working at.
despondent|a|Without hope.
deter|v|To discourage from acting.
diatribe|n|A bitter attack in words.
didactic|a|Intended to teach.
diligent|a|Hard-working and careful.
discern|v|To see or recognise.
discreet|a|Careful not to attract notice.
disparate|a|Entirely different from each other.
disparity|n|A great difference.
dissent|v|To hold a different opinion.
dog|n|An animal kept as a pet, for hunting or for guarding.
dogma|n|A belief laid down as beyond question.
dormant|a|Not active for now.
dubious|a|Doubtful.
duck|n|A water bird with a broad beak and webbed feet.
duck|v|To lower the head or body quickly.
dynamic|a|Full of energy; constantly changing.
ebullient|a|Cheerful and full of energy.
eclectic|a|Drawn from many sources.
egregious|a|Remarkably bad.
elated|a|Very happy and proud.
elephant|n|A very large grey animal with a trunk.
eloquent|a|Speaking well and with force.
elusive|a|Hard to find or catch.
empathy|n|The ability to share another's feelings.
empirical|a|Based on what is observed.
emulate|v|To try to equal by copying.
enigma|n|Something mysterious.
ennui|n|Weariness from having nothing to do.
entropy|n|A measure of disorder.
ephemeral|a|Lasting for a very short time.
epiphany|n|A sudden understanding.
epitome|n|A perfect example.
equanimity|n|Calmness of mind.
equivocal|a|Having two possible meanings.
erudite|a|Having great learning.
esoteric|a|Understood by only a few.
ethereal|a|Extremely light and delicate.
euphemism|n|A mild word used in place of a harsh one.
exacerbate|v|To make worse.
exemplary|a|So good that others should copy it.
exhort|v|To urge strongly.
expedite|v|To make happen sooner.
explicit|a|Stated clearly and fully.
exquisite|a|Extremely beautiful.
extant|a|Still in existence.
facetious|a|Joking at the wrong moment.
fallacy|n|A mistaken belief or a flaw in reasoning.
fastidious|a|Hard to please; attentive to detail.
fathom|n|A length of six feet, used for the depth of water.
fathom|v|To understand after much thought.
feasible|a|Possible to do.
fervent|a|Showing strong feeling.
fickle|a|Changing often, especially in loyalty.
fire|n|The light and heat of something burning.
flabbergasted|a|Greatly astonished.
flagrant|a|Obviously wrong.
flower|n|The part of a plant that holds its seeds, often bright.
forest|n|A large area covered with trees.
fortuitous|a|Happening by chance, often lucky.
frugal|a|Careful with money.
furtive|a|Done so as not to be noticed.
futile|a|Having no result.
galaxy|n|A system of millions of stars held together by gravity.
garden|n|A piece of ground where plants are grown.
garrulous|a|Talking too much.
genre|n|A kind of art, book or music.
gift|n|Something given freely.
glacier|n|A mass of ice that moves slowly.
glib|a|Speaking easily but without sincerity.
gravity|n|The force that draws bodies towards each other.
gregarious|a|Fond of company.
guile|n|Clever deceit.
hackneyed|a|Used so often that it bores.
happy|a|Feeling or showing pleasure.
harangue|n|A long and angry speech.
harbinger|n|A sign of what is to come.
haughty|a|Proud and looking down on others.
hedonism|n|The pursuit of pleasure.
heresy|n|A belief opposed to accepted teaching.
hiatus|n|A pause or gap.
hierarchy|n|An order of ranks, one above the other.
history|n|The study of past events.
holistic|a|Looking at the whole rather than the parts.
house|n|A building in which people live.
hubris|n|Excessive pride.
humility|n|The quality of not being proud.
hyperbole|n|Exaggeration not meant to be believed.
hypocrite|n|One who claims virtues that he does not have.
hypothesis|n|An idea that is to be tested.
iconoclast|n|One who attacks cherished beliefs.
idiosyncrasy|n|A habit peculiar to one person.
idyllic|a|Peaceful and beautiful.
ignominy|n|Public shame.
imminent|a|About to happen.
impeccable|a|Without fault.
imperative|a|Of the greatest importance.
impetuous|a|Acting without thought.
implicit|a|Suggested but not said.
inadvertent|a|Not intended.
incessant|a|Never stopping.
indigenous|a|Belonging to a place from the beginning.
ineffable|a|Too great for words.
inertia|n|The tendency to stay at rest or in motion.
inevitable|a|Certain to happen.
infer|v|To conclude from evidence.
ingenious|a|Clever and original.
inherent|a|Belonging to something by nature.
innocuous|a|Harmless.
insidious|a|Doing harm gradually and unnoticed.
insipid|a|Without flavour or interest.
integrity|n|Honesty and firm principles.
intrepid|a|Without fear.
intrinsic|a|Belonging to the nature of a thing.
inundate|v|To flood.
irony|n|Words that mean the opposite of what they say.
island|n|Land with water all around it.
jaded|a|Tired from having too much of something.
jargon|n|The special words of a profession.
jovial|a|Cheerful and friendly.
jubilant|a|Full of joy at a success.
judicious|a|Showing good sense.
juxtapose|v|To place side by side.
karma|n|The belief that deeds decide what happens to one later.
key|n|A piece of metal that opens a lock.
kindle|v|To set alight.
kite|n|A light frame flown in the wind on a string.
knife|n|A blade with a handle, for cutting.
labyrinth|n|A maze.
laconic|a|Using few words.
lake|n|A large area of water surrounded by land.
lament|v|To express grief.
language|n|The system of words that people use to communicate.
lethargic|a|Without energy.
library|n|A place where books are kept and lent.
light|n|What makes it possible to see.
light|a|Not heavy.
litigation|n|The process of going to court.
lucid|a|Clear and easy to understand.
ludicrous|a|So foolish as to be laughable.
magnanimous|a|Generous, above all to a rival.
malevolent|a|Wishing evil to others.
malleable|a|Easily shaped or influenced.
map|n|A drawing of a part of the earth's surface.
mediocre|a|Neither good nor bad.
melancholy|n|A deep and lasting sadness.
mercurial|a|Changing quickly and unpredictably.
metaphor|n|A word used for something it resembles.
meticulous|a|Very careful about details.
mirror|n|A surface that reflects.
mitigate|v|To make less severe.
moon|n|The body that circles the earth.
moribund|a|Near death or its end.
mountain|n|A very high hill.
mundane|a|Ordinary and dull.
music|n|Sounds arranged to be pleasing.
myriad|n|A very large number.
nadir|n|The lowest point.
naive|a|Lacking experience; too trusting.
nebulous|a|Unclear; like a cloud.
nefarious|a|Wicked.
nemesis|n|A rival who cannot be beaten.
nostalgia|n|A longing for the past.
notorious|a|Well known for something bad.
novice|n|A beginner.
nuance|n|A slight difference.
obdurate|a|Stubborn.
obfuscate|v|To make unclear on purpose.
objective|a|Not influenced by feelings.
oblivious|a|Not aware.
obscure|a|Not clear or not well known.
obsolete|a|No longer used.
ocean|n|A very large expanse of salt water.
ominous|a|Suggesting that something bad will happen.
onerous|a|Heavy to bear.
opaque|a|Not letting light through.
opulent|a|Rich and luxurious.
ostentatious|a|Meant to impress by display.
oxymoron|n|Two words together that contradict each other.
panacea|n|A cure for everything.
paradigm|n|A typical example or model.
paradox|n|A statement that contradicts itself and may yet be true.
paragon|n|A model of excellence.
pariah|n|A person whom all avoid.
parsimonious|a|Unwilling to spend.
pedantic|a|Too concerned with small rules.
penchant|n|A strong liking.
perfunctory|a|Done without care.
peripheral|a|At the edge.
pernicious|a|Very harmful.
perspicacious|a|Having keen understanding.
philanthropy|n|Giving to help others.
plethora|n|More than is needed.
poignant|a|Causing sadness.
pragmatic|a|Dealing with things as they are.
precarious|a|Not safe or steady.
prodigious|a|Remarkably great.
prolific|a|Producing much.
propensity|n|A natural tendency.
prosaic|a|Without imagination.
pseudonym|n|A false name.
quagmire|n|A difficult situation; soft wet ground.
quaint|a|Old-fashioned in a pleasant way.
quandary|n|A state of doubt.
quintessential|a|Being the perfect example.
quixotic|a|Idealistic and impractical.
rain|n|Water that falls from clouds.
rancor|n|Lasting bitterness.
recalcitrant|a|Refusing to obey.
redundant|a|More than is needed.
resilient|a|Able to recover quickly.
rhetoric|n|The art of speaking to persuade.
river|n|A large stream of water that flows to the sea.
sagacious|a|Wise.
sanguine|a|Hopeful.
sarcasm|n|Mocking words that mean their opposite.
scrupulous|a|Very careful to do right.
serendipity|n|The finding of good things by chance.
set|n|A group of things that belong together.
set|v|To put in a place.
soliloquy|n|A speech to oneself, on the stage.
spurious|a|False.
stoic|a|Bearing pain without complaint.
succinct|a|Brief and clear.
superfluous|a|More than enough.
surreptitious|a|Done in secret.
sycophant|n|One who flatters to gain favour.
table|n|A piece of furniture with a flat top.
tacit|a|Understood without being said.
tangible|a|Able to be touched.
tenacious|a|Holding firmly.
time|n|What is measured in seconds, minutes and hours.
transient|a|Lasting a short time.
tree|n|A tall plant with a trunk of wood.
trite|a|Worn out by use.
ubiquitous|a|Found everywhere.
umbrella|n|A cover on a stick against rain.
unanimous|a|Agreed by all.
utopia|n|An imagined perfect place.
vacillate|v|To waver between choices.
verbose|a|Using too many words.
vicarious|a|Felt through another's experience.
vindicate|v|To clear of blame.
volatile|a|Likely to change suddenly.
water|n|A clear liquid without taste that falls as rain.
whimsical|a|Playful and fanciful.
wind|n|Moving air.
window|n|An opening in a wall that lets in light.
winter|n|The coldest season of the year.
word|n|A unit of language that means something.
xenophobia|n|Fear or dislike of strangers.
yacht|n|A boat for pleasure or racing.
zeal|n|Great energy for a cause.
zealous|a|Full of zeal.
zenith|n|The highest point.
`;

const PARTS: Readonly<Record<string, string>> = {
  n: 'noun',
  v: 'verb',
  a: 'adjective',
  d: 'adverb',
  i: 'interjection',
};

/** One meaning of a word. */
export interface Sense {
  part: string;
  definition: string;
}

/** Word → its meanings. */
export const dictionaryWords: ReadonlyMap<string, readonly Sense[]> = (() => {
  const words = new Map<string, Sense[]>();
  for (const line of LINES.trim().split('\n')) {
    const [word = '', part = '', definition = ''] = line.split('|');
    words.set(word, [...(words.get(word) ?? []), { part: PARTS[part] ?? part, definition }]);
  }
  return words;
})();
