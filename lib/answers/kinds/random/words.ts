/** Words for passphrases: short, plain and inoffensive. */
export const words: readonly string[] = `
able acid acorn actor adapt admit adult agent agile alarm album alert alley almond alpine amber amount anchor angle ankle
apple apron arch arena armor arrow artist aspen atlas atom attic autumn avenue awake axis bacon badge bagel baker balance
bamboo banana banjo banner barley barn basil basket beach beacon beaver bell bench berry bicycle birch biscuit blanket blaze
blend blink block bloom board boat bonus book boot border bottle bottom boulder bounce bowl bracket branch brave bread breeze
brick bridge bright bronze broom brother bubble bucket budget buffalo builder bundle burst butter button cabin cable cactus
cake camel camera camp canal candle candy canoe canvas canyon captain carbon card cargo carpet carrot cart castle catalog
cedar cello census cereal chain chair chalk chance change chapter charm chart cheese cherry chess chest chief chimney chorus
cider cinema circle citrus clap clarity classic clay clean clever cliff climb clinic clock cloth cloud clover coach coast
cobalt coconut coffee coin collar comet comfort compass concert copper coral corner cosmic cotton couch county courage cousin
cradle crane crater cream credit creek cricket crisp crown crystal cube cup curious current curtain curve cycle daily dairy
daisy dance daring dawn decade deer degree delight delta denim depth desert design desk detail dial diamond diary diesel
dinner direct disco dish diver dolphin domain donkey door double dough dragon drama dream drift drum dryer duck dune dusk
dust duty eagle early earth easel east echo edge effort eight elbow elder elegant element elm ember empty energy engine
enjoy entry equal error essay estate evening event exact exhibit exit expert express extra fabric face factor fair falcon
family famous fancy farm fashion father feast feather fence fern festival fiber fiction field figure film filter final finch
finger fire first fish flag flame flash flat flavor fleet flight flint float floor flour flower fluent flute focus foggy
folder forest fork formal fort fossil fountain fox frame freedom fresh friend frost fruit fuel funny future gadget galaxy
gallery game garage garden garlic gate gather gentle genuine geyser giant ginger giraffe glacier glass globe glory glove glow
goal goat gold golf goose grace grain grand granite grape graph grass gravel gravity green grid group grove guard guest guide
guitar habit hammer hammock hand handle happy harbor harvest hat hawk hazel heart heavy hedge helmet herb heron hiker hill
hinge history hobby hockey holiday honey hood horizon horse hotel hour house humble humor hunter husky ice icon idea igloo
image impact inch index indigo infant inform ink inlet input insect inside iron island item ivory jacket jaguar jar jasmine
jazz jelly jewel job jogger join joke journal journey juice jumble jump june jungle junior jury kayak kernel kettle key king
kitchen kite kitten kiwi knee knight knot koala label ladder lagoon lake lamp lantern large laser latch laurel lava lawn
layer leader leaf league learn leather legend lemon lens lesson letter level lever library light lilac lily lime linen lion
liquid list little lizard lobby lobster local lodge logic lotus lucky lunar lunch lyric machine magnet maple marble march
margin market mason master match matrix meadow medal melody melon member memory menu mercury merit metal meteor method middle
midnight mild milk mill mineral mint minute mirror mitten mixer mobile model modern moment monday money month moon morning
mosaic moss motor mountain mouse movie muffin museum music mustard napkin narrow nation native nature navy nearby nectar
needle neon nephew nest network neutral never nickel night noble noodle normal north notebook novel number nutmeg oak oasis
oat object oboe ocean october office olive onion opal open opera orange orbit orchard orchid organ origin otter outdoor outer
oval oven owl owner oxygen oyster paddle page paint palace palm panda panel paper parade parcel park parrot party pasta patch
path patient pattern peace peach peanut pear pebble pelican pencil penguin pepper perfect phone photo piano picnic picture
pigeon pillow pilot pine pioneer pirate pixel pizza planet plank plastic plate platinum play plaza plenty plum pocket poem
poet polar pole polite pond pony poplar poppy porch portal potato pottery powder prairie present pretty price prime print
prism prize profit project proud public pulse pumpkin puppet pupil purple puzzle pyramid quail quality quartz queen quest
quick quiet quilt quiz quote rabbit raccoon radar radio rail rain ranch random range rapid raven ready rebel recipe record
reef region relax remote renew rescue resort reward rhythm ribbon rice rich riddle ridge ring ripple river road roast robin
robot rocket roof room rope rose round route royal ruby rudder rugby ruler rural rustic saddle safari saffron sage sail salad
salmon salt sample sand sandal satin sauce scale scarf scene school science scooter scout screen script sculpt sea season
second secret seed select seven shadow shark sheep shelf shell shield shine ship shirt shore short shovel silent silk silver
simple singer sister sketch skill sky sleep slice slope smart smile smooth snack snail snow soap soccer social sock soda soft
solar solid song sonic soup source south space spark sparrow speed spice spider spiral spirit spoon sport spring spruce
square squid stable stadium staff stage stair stamp star station steam steel stem step stone stool story stove straw stream
street string studio sturdy style subway sugar suit summer sunny sunset supper surf surge swan sweet swift swing symbol syrup
table tailor talent tango tape target tasty teacher team temple tennis tent theater theory thicket thimble thread thumb
thunder ticket tidal tiger timber tiny toast today token tomato topic topaz torch tornado tortoise total tower town tractor
trade trail train travel treasure tree trend triangle trick trolley trophy trout truck trumpet trust tulip tuna tundra tunnel
turbine turkey turtle twelve twenty twig twin type umbrella uncle under unicorn uniform union unit upper urban useful usual
valley value vanilla vapor vase vault velvet vendor verb verse vessel video view village vine vintage violet violin visit
vista vital vivid voice volcano volume voyage waffle wagon walnut walrus wander warm watch water wave wax weather weekend
whale wheat wheel whisper white wide willow wind window wing winner winter wisdom wise wolf wonder wood wool word world woven
wreath wren writer yacht yard year yellow yoga yogurt young zebra zenith zero zigzag zinc zipper zone
`
  .trim()
  .split(/\s+/);
