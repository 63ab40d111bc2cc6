export interface Topic {
  readonly name: string
  readonly things: readonly string[]
  readonly doings: readonly string[]
}

const topic = (name: string, things: string, doings: string): Topic => ({
  name,
  things: things.split('|'),
  doings: doings.split('|'),
})

export const topics: readonly Topic[] = [
  topic(
    'bees',
    'the new queen|a swarm in the pear tree|the lime honey|hive number three|the wax press|an empty super',
    'moved two frames over|weighed the hives|counted mites on the board|fed them for the winter|built a stand from old pallets',
  ),
  topic(
    'bread',
    'the rye starter|a loaf with too much water|the oven stone|spelt from the mill|the crust|an overnight dough',
    'baked at six in the morning|tried 80 % hydration|scored it with a razor|gave half of it to the neighbours|burned the bottom again',
  ),
  topic(
    'bicycles',
    'the old steel frame|a slipping gear|the pass at dawn|new brake pads|the commute in the rain|a borrowed tandem',
    'trued the front wheel|rode 92 km before lunch|swapped the chain|fixed a flat with a banknote|took the long way home',
  ),
  topic(
    'bitcoin',
    'the mempool tonight|my first channel|a fee of two sats|the halving|block templates|a signing device',
    'ran the node on a spare laptop|consolidated some coins|explained it to my uncle|read the whole mailing list thread|paid for coffee with it',
  ),
  topic(
    'birds',
    'a kingfisher|the swifts|an owl behind the barn|the feeder|a pair of storks|the dawn chorus',
    'sat by the lake for three hours|counted forty-one species|cleaned the nest boxes|recorded a nightingale|lost my binoculars',
  ),
  topic(
    'books',
    'a second-hand atlas|the last chapter|a translation from 1931|the library van|a novel without a hero|marginal notes',
    'read it in one sitting|started over|underlined half of it|returned it late|lent it out and never got it back',
  ),
  topic(
    'gardens',
    'the tomatoes|the compost|a late frost|slugs|the old apple tree|the water barrel',
    'sowed too early|dug a second bed|made eleven jars of jam|mulched everything|cut the hedge too short',
  ),
  topic(
    'mountains',
    'the hut below the glacier|fresh snow|the ridge in the fog|a marmot|the last bus down|granite',
    'turned back at the second bolt|climbed it at last|slept above the clouds|dried the rope on the balcony|drew the route on a napkin',
  ),
  topic(
    'radio',
    'the 40 metre band|a wire antenna|the tube receiver|a station from Reykjavík|the noise floor|morse at midnight',
    'soldered until two|logged a new country|rebuilt the power supply|heard the space station|blew a fuse',
  ),
  topic(
    'tea',
    'the first flush|a chipped pot|smoky leaves|the kettle|jasmine|a tin from 1998',
    'brewed it far too long|tried it cold|met a grower|measured the water for once|swapped coffee for it',
  ),
  topic(
    'relays',
    'this relay|outbox routing|NIP-11|a full disk|the paid tier|negentropy',
    'moved my notes here|wrote a client in a weekend|mirrored my media|measured the latency from Lisbon|asked for a bigger quota',
  ),
]

export const openings = [
  'Thinking about {thing} today.',
  'Nobody warned me about {thing}.',
  'Good morning. {Thing} first, then everything else.',
  'Small victory: I {doing}.',
  'So I {doing}. Would do it again.',
  'A year ago I knew nothing about {thing}. Look at me now.',
  'Honest question about {thing}: is it worth it?',
  'Update on {thing}: it works.',
  'I {doing}, and it took all weekend.',
  'Today I {doing}.',
  '{Thing}. That is the note.',
  'Somebody asked about {thing}, so here is what I know.',
]

export const seconds = [
  'What do you use?',
  'Pictures tomorrow.',
  'The trick is patience, as always.',
  'I will write it up properly one of these days.',
  'Thanks to everyone who answered last week.',
  'Not perfect, but mine.',
  'If you are near the coast, come by on Sunday.',
  'It cost me nothing but time.',
  'My grandmother would have laughed.',
  'The numbers: three tries, one success.',
  'Do not do it in the dark.',
  'And yes, it rained.',
  'Zap me if this saved you an hour.',
  'More in the long version.',
]

export const replies = [
  'This is the way.',
  'Same here, since spring.',
  'I had the opposite experience, to be honest.',
  'Try it with less water.',
  'Where did you get that?',
  'Saving this for later.',
  'Please write the long version.',
  'Ha, exactly my weekend.',
  'You should meet my neighbour.',
  'Works with the old model too.',
  'Beautiful.',
  'How long did it take you?',
]

export const reactions = ['+', '+', '+', '🤙', '❤️', '🔥', '😂', '🐝']

export const articleOpenings = [
  'For years I did it the way everybody does it, and for years it went wrong in the same place.',
  'There are two kinds of people who write about this: those who sell something and those who have given up. I am neither.',
  'It began with a question from a stranger on this relay, and I could not answer it.',
  'What follows is what I wish somebody had told me on the first day.',
]

export const articleMiddles = [
  'The first thing to know about {thing} is that it takes time. Not effort, time. Put it where you see it every morning, and do nothing.',
  'Last month I {doing}. It taught me more than ten videos, mostly because I had to clean up afterwards.',
  'People will tell you that {thing} needs expensive tools. It needs a table, a lamp and an evening without a telephone.',
  'I kept a notebook. On the third page it says “too fast”, on the ninth “too slow”, on the last one nothing at all, because by then it had worked.',
  'If you take away one thing, let it be this: start smaller than you want to. {Thing} forgives little, but it forgives small things.',
  'There is a moment when {thing} stops being a project and becomes a habit. You will not notice it. Others will.',
]

export const articleTitles = ['On {thing}', 'What {thing} taught me', 'Notes about {thing}', 'A year of {topic}']

export const spam = [
  'FREE COINS, click here',
  'Double your sats today',
  'Hot singles near your relay',
  'You have won a phone',
]

export const spamReasons = [
  'Spam: the same link forty times an hour',
  'Impersonates another author',
  'Automated advertising',
  'Threats in replies, reported by four people',
  'Phishing for seed words',
]
