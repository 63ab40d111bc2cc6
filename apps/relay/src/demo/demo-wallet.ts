import { messages } from '@hornets/contract'
import { walletEndpoints } from '@hornets/contract/wallet'
import { defaultFeeTiers, getFees } from '@hornets/contract/wallet/fees'
import { health } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { FastifyInstance } from 'fastify'

/** A mainnet block and its time; later ones are assumed every ten minutes. */
const knownBlock = { height: 840_000, at: Date.UTC(2024, 3, 20, 0, 9) }
const blockMs = 10 * 60_000

/** Replaces the wallet service's routes: reports that all is well, and does nothing. */
export function demoWalletRoutes(app: FastifyInstance, now: Clock): void {
  const answers = new Map<unknown, () => unknown>([
    [
      health,
      () =>
        health.answers[200].parse({
          status: 'ok',
          network: 'mainnet',
          chain_source: 'bitcoind',
          tip_height: knownBlock.height + Math.floor((now() - knownBlock.at) / blockMs),
          synced: true,
          wallet: 'unlocked',
          message: '',
        }),
    ],
    [getFees, () => getFees.answers[200].parse({ ...defaultFeeTiers, source: 'bitcoind', minimum: 1 })],
  ])
  for (const endpoint of walletEndpoints) {
    const answer = answers.get(endpoint)
    app.route({
      method: endpoint.method,
      url: `/wallet${endpoint.path}`,
      handler: async () => {
        if (!answer) throw new ApiError('forbidden', messages.demoRefuses)
        return answer()
      },
    })
  }
}
