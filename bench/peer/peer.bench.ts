import { runPeer } from './run-peer.ts'

// Our relay beside strfry, alternating within the same minutes, with the other one stopped. STRFRY is the path of its
// binary. `npm run bench -- peer`, then any of: names of rows (accept fill req count subscribe live mixed text rest),
// --events=500000, --rounds=3, --seconds=5, --stores=FOLDER (keeps the filled stores and reuses them), --bulk (fills
// ours past its socket, unchecked), --alone (ours only, without strfry), --cached
// (ours beside ours with its query cache), --warm=20 (seconds of questions or events before
// each measurement, 4 by default), --memory=1024 (MB for each, pages of its files included; Linux, as its administrator).

await runPeer(process.argv.slice(2), process.env.STRFRY)
