import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'
import type { Attack, Stage } from './attack.ts'
import { allAttacks } from './attacks/all-attacks.ts'

const firstNetwork = 20

export function openStage(attack: Attack, endpoint: Endpoint, seconds: number) {
  const network = firstNetwork + allAttacks.indexOf(attack)
  const lines: RawSocket[] = []
  let bytes = 0
  const stage: Stage = {
    endpoint,
    seconds,
    signal: AbortSignal.timeout(seconds * 1000),
    address: at => `127.0.${network}.${1 + (at % 250)}`,
    async open(at, options) {
      try {
        const line = await RawSocket.connect(endpoint, { ...options, from: stage.address(at), timeoutMillis: 20_000 })
        lines.push(line)
        return line
      } catch {
        return null
      }
    },
    spent(more) {
      bytes += more
    },
  }
  const costs = () => ({
    connections: lines.length,
    megabytes: lines.reduce((sum, line) => sum + line.socket.bytesWritten, bytes) / 1e6,
  })
  return { stage, costs }
}
