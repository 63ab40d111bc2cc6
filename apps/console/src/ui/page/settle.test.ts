import { describe, expect, it, vi } from 'vitest'
import { type Caller, settle } from './settle.ts'

function settling<Now extends object>() {
  const callers = new Map<string, Caller>()
  let newest: Now | undefined
  let before: Now | undefined
  return (now: Now): Now => {
    newest = now
    before = settle(before, now, { callers, newest: () => newest })
    return before
  }
}

describe('the values that a component is drawn by', () => {
  it('keep their identity while unchanged, and change with any nested value', () => {
    const next = settling()
    const first = next({ a: 1, in: { b: { c: 'x' } } })
    expect(next({ a: 1, in: { b: { c: 'x' } } })).toBe(first)
    expect(next({ a: 1, in: { b: { c: 'y' } } })).not.toBe(first)
    expect(next({ a: 1, in: { b: {} } })).toEqual({ a: 1, in: { b: {} } })
    expect(next({ a: undefined, in: { b: {} } })).toEqual({ a: undefined, in: { b: {} } })
    const missing = next({ in: { b: {} } })
    expect('a' in missing).toBe(false)
  })

  it('keep a function while it is another each time, and call the newest', () => {
    const next = settling<{ on: { press?: ((at: number) => number) | undefined } }>()
    const [old, young] = [vi.fn(() => 1), vi.fn(() => 2)]
    const first = next({ on: { press: old } })
    const second = next({ on: { press: young } })
    expect(second).toBe(first)
    expect(first.on.press?.(7)).toBe(2)
    expect([old.mock.calls, young.mock.calls]).toEqual([[], [[7]]])
    expect(next({ on: { press: undefined } })).not.toBe(first)
    expect(first.on.press?.(7)).toBe(undefined)
  })

  it('leave objects without functions, and those of classes, as they were given', () => {
    const next = settling<object>()
    const [file, chosen] = [{ id: 'a' }, new Map()]
    expect(next({ file, chosen, press: () => 1 })).toMatchObject({ file, chosen })
    expect((next({ file, chosen }) as { file: unknown }).file).toBe(file)
    expect((next({ file, chosen }) as { chosen: unknown }).chosen).toBe(chosen)
    const other = next({ file, chosen: new Map() })
    expect((other as { chosen: unknown }).chosen).not.toBe(chosen)
  })
})
