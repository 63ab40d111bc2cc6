import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveHub } from './live-hub.ts'

function openWorld() {
  vi.useFakeTimers()
  const logger = createLogger({ name: 'test', level: 'silent' })
  const hub = new LiveHub({
    status: () => new Promise(() => {}),
    isSessionLive: async () => true,
    rounds: new Rounds({ now: Date.now, logger }),
    logger,
  })
  const heard: string[] = []
  const write = (text: string) => {
    const [, what] = /"what":"(\w+)"/.exec(text) ?? []
    if (what) heard.push(what)
  }
  hub.attach(Object.assign(new EventEmitter(), { write, end: () => {} }) as unknown as ServerResponse, 'session')
  onTestFinished(() => {
    hub.close()
    vi.useRealTimers()
  })
  return { hub, heard }
}

it('reports a change immediately, and a flood of changes a few times including the last', () => {
  const { hub, heard } = openWorld()
  hub.tellChanged('reports')
  hub.tellChanged('payments')
  expect(heard).toEqual(['reports', 'payments'])
  for (let turn = 0; turn < 1000; turn++) {
    hub.tellChanged('reports')
    vi.advanceTimersByTime(1)
  }
  expect(heard.length).toBeLessThanOrEqual(8)
  heard.length = 0
  hub.tellChanged('reports')
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['reports'])
  hub.tellChanged('reports')
  expect(heard).toEqual(['reports', 'reports'])
})
