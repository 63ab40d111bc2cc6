import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../../harness.ts'

const panel = 'https://panel.example'

describe('a console served from elsewhere', () => {
  let relay: Relay
  let token: string
  beforeAll(async () => {
    relay = await startRelay({ config: { consoleOrigins: [panel] } })
    ;({ token } = await relay.signedIn())
  })
  afterAll(() => relay.close())

  const ask = (origin: string, method = 'GET') =>
    fetch(`${relay.adminUrl}/api/kinds`, {
      method,
      headers: {
        origin,
        authorization: `Bearer ${token}`,
        ...(method === 'OPTIONS' && {
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,content-type',
        }),
      },
    })
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

  it('can read answers at an origin that the operator names, errors included, without cookies', async () => {
    const preflight = await ask(panel, 'OPTIONS')
    expect([preflight.status, allowed(preflight)]).toEqual([204, panel])
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
    const answer = await ask(panel)
    expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([200, panel, 'Origin'])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const refused = await fetch(`${relay.adminUrl}/api/kinds`, { headers: { origin: panel } })
    expect([refused.status, allowed(refused)]).toEqual([401, panel])
  })

  it('is refused from every other origin', async () => {
    for (const origin of ['https://evil.example', 'https://panel.example.evil.example', 'null', `${panel}:8443`]) {
      expect(allowed(await ask(origin))).toBeNull()
      expect(allowed(await ask(origin, 'OPTIONS'))).toBeNull()
    }
  })

  it('is refused from everywhere unless the operator names an origin', async () => {
    const closed = await startRelay()
    const answer = await fetch(`${closed.adminUrl}/user-exist`, { headers: { origin: panel } })
    expect([answer.status, allowed(answer)]).toEqual([200, null])
    await closed.close()
  })
})
