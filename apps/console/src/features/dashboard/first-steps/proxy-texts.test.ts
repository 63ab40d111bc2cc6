import { expect, it } from 'vitest'
import document from '../../../../../../docs/operate/install.md?raw'
import nginxExample from '../../../../../../packaging/nginx.conf?raw'
import { caddyFile, consoleNameOf, isDomain, nginxFile, startLine } from './proxy-texts.ts'

const names = { relay: 'relay.example.com', console: 'console.example.com', relayPort: 9001, consolePort: 9002 }

it('writes the files that the documents describe', () => {
  expect(document).toContain(caddyFile(names))
  expect(document).toContain(startLine(names))
  expect(nginxExample).toBe(nginxFile(names))
})

it('names the console beside the relay', () => {
  expect(consoleNameOf('relay.example.com')).toBe('console.example.com')
  expect(consoleNameOf('example.com')).toBe('console.example.com')
})

it.each(['relay.example.com', 'a-b.example.co', 'xn--nxasmq6b.example'])('takes %s for a domain', text => {
  expect(isDomain(text)).toBe(true)
})

it.each(['', 'localhost', '127.0.0.1', 'a b.example', 'x.example;}', '-a.example', 'a.example\n}', 'a..example'])(
  'does not take %j for a domain',
  text => {
    expect(isDomain(text)).toBe(false)
  },
)
