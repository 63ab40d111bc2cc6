import { runAttack } from './run-attack.ts'

// What a stranger can do to the relay. One line per attack: its cost to the attacker, and what a bystander felt who
// asks `REQ {kinds:[1], limit:10}` and publishes a note every 50 ms from another address. Held means below 250 ms at p99
// for both, back to normal within 5 s, and nothing got through.
// `npm run bench -- attack`, then parts of attacks' names, --seconds=10,
// --events=20000, --after=6 (seconds that the bystander is watched afterwards).

await runAttack(process.argv.slice(2))
