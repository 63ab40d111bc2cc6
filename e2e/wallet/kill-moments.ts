import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The moments of a run: at the one that is wanted, something is done before anything else can happen. */
export class Moments {
  #wanted: ((moment: string) => boolean) | undefined

  /** The name of the `count`-th fitting moment; `strike` is called synchronously. */
  at(fits: RegExp, count: number, strike: () => void): Promise<string> {
    return new Promise(done => {
      let left = count
      this.#wanted = moment => {
        if (fits.test(moment)) left -= 1
        if (left > 0) return false
        this.#wanted = undefined
        strike()
        done(moment)
        return true
      }
    })
  }

  pass(moment: string): boolean {
    return this.#wanted?.(moment) ?? false
  }
}

export async function openWire(target: () => string, moments: Moments) {
  const server = createServer((request, response) => {
    carry(request).then(
      ({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      () => response.destroy(),
    )
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))

  async function carry(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const { url = '', method = 'GET' } = request
    const body = await buffer(request)
    if (moments.pass(`${url} is sent`)) throw new Error(`${url} is lost`)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (/^(content-type|x-)/.test(name)) headers.set(name, String(value))
    const answer = await fetch(target() + url, { method, headers, ...(method !== 'GET' && { body }) })
    const text = await answer.text()
    if (moments.pass(`${url} is answered`)) throw new Error(`the answer to ${url} is lost`)
    return { status: answer.status, text }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
