import { expect, it } from 'vitest'
import { GuardedRequests } from './guarded-requests.ts'

/** Through a proxy, which would resolve any name in its own network; here nothing gets that far. */
const requests = new GuardedRequests({
  wayOut: {
    agentFor() {
      throw new Error('nothing goes out')
    },
    isThroughProxy: () => true,
  },
})
const open = (address: string) => requests.open(new URL(address), { headers: {}, headMs: 1000 })

it.each(['localhost', 'localhost.', 'router', 'router.', 'printer.local.', 'nas.lan.', 'a.home.arpa', '[::1]', '10.1'])(
  'a name of the local network is not called, not even through a proxy: %s',
  async name => {
    await expect(open(`http://${name}/`)).rejects.toMatchObject({ code: 'private' })
  },
)

it('other names are for the proxy to resolve', async () => {
  await expect(open('http://pay.example./')).rejects.toMatchObject({ code: 'unreachable' })
})
