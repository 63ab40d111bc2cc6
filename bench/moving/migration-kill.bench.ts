/** Kills the move of events out of relay.db: `npm run bench -- migration-kill [kills] [seed]`. */
import { killMoves } from '../../apps/relay/test/support/kill-moves.ts'

const [kills = '50', seed = '2026'] = process.argv.slice(2)
const began = performance.now()
const { steps, different } = await killMoves({ kills: Number(kills), seed })
const seconds = ((performance.now() - began) / 1000).toFixed(0)
process.stdout.write(
  `${kills} kills over ${steps} steps in ${seconds} s, seed ${seed}: ${different.length} ended otherwise\n`,
)
process.exitCode = different.length > 0 ? 1 : 0
