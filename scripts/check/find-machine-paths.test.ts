import { expect, test } from 'vitest'
import { findMachinePaths } from './find-machine-paths.ts'

test.each([
  ["const file = '/home/alice/project/a.ts'", '/home/alice'],
  ['import x from "/Users/bob/a.ts"', '/Users/bob'],
  ['see /root/notes', '/root/notes'],
  ['file = C:\\Users\\carol', 'C:\\Users\\carol'],
  ['cd /workspace/hornets', '/workspace/hornets'],
])('refuses %s', (text, path) => {
  expect(findMachinePaths(`first line\n${text}`)).toEqual([{ line: 2, path }])
})

test.each(['https://example.com/home/alice', './home/alice', '/var/lib/hornets', '/usr/bin/chromium', '/api/users/1'])(
  'lets %s pass',
  text => {
    expect(findMachinePaths(text)).toEqual([])
  },
)
