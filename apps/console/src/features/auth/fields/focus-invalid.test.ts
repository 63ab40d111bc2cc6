import { expect, it, onTestFinished, vi } from 'vitest'
import { focusInvalid } from './focus-invalid.ts'

it('a field that is marked some frames later is focused all the same, and none is awaited for ever', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  onTestFinished(() => void vi.unstubAllGlobals())
  const field = { focus: vi.fn() }
  let marked: typeof field | null = null
  const form = { querySelector: () => marked } as unknown as HTMLFormElement

  focusInvalid(form)
  for (let frame = 0; frame < 3; frame += 1) frames.shift()?.()
  expect(field.focus).not.toHaveBeenCalled()
  marked = field
  frames.shift()?.()
  expect(field.focus).toHaveBeenCalledOnce()
  expect(frames).toEqual([])

  marked = null
  focusInvalid(form)
  let waited = 0
  for (; frames.length > 0; waited += 1) frames.shift()?.()
  expect(waited).toBeLessThan(100)
})
