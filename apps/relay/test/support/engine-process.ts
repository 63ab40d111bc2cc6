import { openEngine } from './engine.ts'

// The Nostr engine in a process of its own, so that a test can kill it. Argument: its folder.
const engine = await openEngine({ folder: process.argv[2], verifierWorkers: 1 })
process.send?.({ url: engine.url })
process.once('disconnect', () => process.exit())
