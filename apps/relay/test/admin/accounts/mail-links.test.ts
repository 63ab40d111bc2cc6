import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Config } from '../../../src/config.ts'
import { type Relay, startRelay } from '../../harness.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { putAdmin } from '../../support/people.ts'

let post: MailServer
beforeAll(async () => {
  post = await startMailServer()
})
afterAll(() => post.close())

async function invite(relay: Relay, token: string, headers: Record<string, string>) {
  const call = request(`${relay.adminUrl}/api/admins/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  call.end(JSON.stringify({ role: 'viewer', email: 'guest@mail.example' }))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode,
    body: (await json(response)) as { mail?: string; token?: string; link?: string | null },
  }
}
async function withRelay(config: Partial<Config>, work: (ask: AskWith, relay: Relay) => Promise<void>) {
  const relay = await startRelay({ config: { smtp: post.smtp, ...config } })
  const { token } = await putAdmin(relay, 'owner')
  await work(headers => invite(relay, token, headers), relay)
  await relay.close()
}
type AskWith = (headers: Record<string, string>) => ReturnType<typeof invite>
const linkIn = ({ text }: { text: string }) => /^(https?:\S+)\/auth\/sign-up\?invitation=/m.exec(text)?.[1]
const nextLink = async () => linkIn(await post.mailTo('guest@mail.example'))

it('R-05: keeps a forged Host out of every email of a relay without a fixed name', async () => {
  await withRelay({ adminHost: '0.0.0.0', trustedProxies: ['127.0.0.1'] }, async (ask, relay) => {
    const { port } = new URL(relay.adminUrl)
    const forged = ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost@evil.example']
    for (const host of forged) {
      const { mail, link } = (await ask({ host })).body
      expect([host, mail, link]).toEqual([host, 'unnamed', null])
    }
    // Nor through the header of a proxy that forwards what it received.
    const { body } = await ask({ host: `127.0.0.1:${port}`, 'x-forwarded-host': 'evil.example' })
    expect([body.mail, await nextLink()]).toEqual(['sent', `http://127.0.0.1:${port}`])
    expect(post.mails).toEqual([])
  })
})

it('R-05: of the names of a relay the one counts that it was called by; any other is refused before there is a link', async () => {
  const config = { allowedHosts: ['console.example.com'], trustedProxies: ['127.0.0.1'] }
  await withRelay(config, async ask => {
    expect((await ask({ host: 'evil.example' })).status).toBe(403)
    await ask({ host: 'console.example.com', 'x-forwarded-proto': 'https' })
    expect(await nextLink()).toBe('https://console.example.com')
    // nginx sends its own name for us unless configured otherwise.
    await ask({ host: '127.0.0.1:9002', 'x-forwarded-host': 'console.example.com', 'x-forwarded-proto': 'https' })
    expect(await nextLink()).toBe('https://console.example.com')
    expect(post.mails).toEqual([])
  })
})

it('R-05: prefers CONSOLE_URL to the name of the request', async () => {
  await withRelay({ adminHost: '0.0.0.0', consoleUrl: 'https://console.example.com' }, async ask => {
    for (const host of ['evil.example', '127.0.0.1']) {
      const { mail, token, link } = (await ask({ host })).body
      expect([mail, link]).toEqual(['sent', `https://console.example.com/auth/sign-up?invitation=${token}`])
      expect(await nextLink()).toBe('https://console.example.com')
    }
  })
})
