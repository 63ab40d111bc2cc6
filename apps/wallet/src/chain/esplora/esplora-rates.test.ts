import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { expect, onTestFinished, test } from 'vitest'
import { EsploraHttp } from './esplora-http.ts'
import { EsploraRates } from './esplora-rates.ts'

let clock = 0

async function ratesOf(status: number, body: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    rates: new EsploraRates(
      new EsploraHttp(`http://127.0.0.1:${port}/api`, { wayOut: directWayOut, now: () => clock }),
      () => clock,
    ),
    asked,
  }
}

test.each([
  ['knows no such call', 404, 'not found'],
  ['fails', 500, 'oops'],
  ['answers with a page of its own', 200, '<!doctype html>'],
  ['names no rate above zero', 200, '{"minimumFee":0}'],
])('a server that %s leaves the usual rates', async (_, status, body) => {
  const { rates } = await ratesOf(status, body)
  expect(await rates.relayRates()).toEqual({ minimum: 1, incremental: 1 })
})

test('a server that says the least rate is believed, and asked twice a minute', async () => {
  const { rates, asked } = await ratesOf(200, '{"fastestFee":9,"economyFee":3,"minimumFee":2.5}')
  expect(await rates.relayRates()).toEqual({ minimum: 2.5, incremental: 1 })
  await rates.relayRates()
  expect(asked).toEqual(['/api/v1/fees/recommended'])
  clock += 30_000
  await rates.relayRates()
  expect(asked).toHaveLength(2)
})
