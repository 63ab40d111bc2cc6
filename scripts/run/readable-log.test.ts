import { expect, test } from 'vitest'
import { printLog, readableLine } from './readable-log.mjs'

const entry = {
  level: 30,
  time: 0,
  pid: 1,
  hostname: 'vm',
  name: 'relay',
  port: 9001,
  msg: 'the public server is open',
}

test.each(['a line of its own', '{"level":broken', '{"other":1}'])('%s stays as it is', line => {
  expect(readableLine(line)).toBe(line)
})

test('a log entry is shown with its time, level and facts', () => {
  expect(readableLine(JSON.stringify(entry))).toMatch(/^\d\d:\d\d:\d\d info {2}the public server is open {2}port=9001$/)
})

test('an error is shown with its stack', () => {
  const err = { type: 'Error', message: 'no space', stack: 'Error: no space\n    at write' }
  expect(readableLine(JSON.stringify({ ...entry, level: 60, err }))).toContain('Error: no space\n    at write')
})

test('a file gets the bytes as they came, a terminal gets whole lines', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const text = `${JSON.stringify({ ...entry, level: 40 })}\nplain\n`
  printLog({ write })(text)
  expect(written.splice(0)).toEqual([text])
  const print = printLog({ isTTY: true, write })
  print(text.slice(0, 20))
  expect(written).toEqual([])
  print(text.slice(20))
  expect(written).toEqual([expect.stringContaining('the public server is open'), 'plain\n'])
})

test('a terminal shows no entries below a warning, unless LOG_LEVEL says what to log', () => {
  const written: string[] = []
  const screen = { isTTY: true, write: (text: string) => written.push(text) }
  const text = [20, 30, 40, 50].map(level => `${JSON.stringify({ ...entry, level, msg: `level ${level}` })}\n`).join('')
  printLog(screen, {})(text)
  expect(written.splice(0)).toEqual([expect.stringContaining('level 40'), expect.stringContaining('level 50')])
  printLog(screen, { LOG_LEVEL: 'info' })(text)
  expect(written).toHaveLength(4)
})
