import { runPeer } from './peer/run-peer.ts'

// Our relay beside strfry, in turn within the same minutes, the other one stopped meanwhile. STRFRY is the path of its
// binary. `npm run bench -- peer`, then any of: names of rows (accept fill req count subscribe live mixed rest),
// --events=500000, --rounds=3, --seconds=5, --stores=FOLDER (keeps the filled stores and uses them again), --bulk
// (fills ours past its socket, without checking), --alone (ours alone, where there is no strfry).

await runPeer(process.argv.slice(2), process.env.STRFRY)
