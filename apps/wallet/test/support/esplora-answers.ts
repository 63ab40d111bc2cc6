import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { onTestFinished } from 'vitest'
import type { Question } from '../../src/chain/chain.ts'

const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
export const options = { network: 'regtest', wayOut: directWayOut } as const
export const txidOf = (number: number) => String(number).padStart(64, '0')
export const confirmed = { confirmed: true, block_height: 7, block_hash: 'ab', block_time: 1_700_000_000 }
export const loose = { confirmed: false, block_height: null, block_hash: null, block_time: null }

export interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export async function serve(answer: (path: string, method: string) => Answer) {
  const asked: string[] = []
  const agents = new Set<string | undefined>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api/, '')
    asked.push(path)
    agents.add(request.headers['user-agent'])
    const { status = 200, headers = {}, body = '' } = answer(path, request.method ?? '')
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  return { url, asked, agents }
}

export const about: Record<string, Answer> = {
  '/block-height/0': { body: `${genesis}\n` },
  '/blocks/tip/hash': { body: 'cd' },
  '/block/cd': { body: { id: 'cd', height: 8, timestamp: 1 } },
}
export const stats = (chain: number, mempool = 0) => {
  const counts = (tx_count: number) => ({ tx_count, funded_txo_sum: tx_count, spent_txo_sum: 0 })
  return { scripthash: '', chain_stats: counts(chain), mempool_stats: counts(mempool) }
}
export const tell = (number: number, status: object) => ({ txid: txidOf(number), fee: 1, weight: 400, vin: [], status })
export const question = (scripts: string[], more: Partial<Question> = {}): Question => ({
  cursor: null,
  readTo: null,
  isKnown: () => false,
  unsettled: [],
  recent: () => [],
  gap: null,
  heldBelow: () => [],
  awaited: () => [],
  isAgain: false,
  scripts: () => scripts,
  ...more,
})
export const scripts = Array.from({ length: 12 }, (_, number) => `0014${String(number).padStart(40, '0')}`)
