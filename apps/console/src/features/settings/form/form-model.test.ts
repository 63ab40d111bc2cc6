import { general, ollama, queryCache, relayInfo, xnostr } from '@hornets/contract/admin/settings'
import { describe, expect, it } from 'vitest'
import { mapOfPairs, type Pair } from '../controls/pairs.ts'
import { modelOf } from './form-model.ts'
import { type GroupValues, readValues } from './group-values.ts'

describe('the form of a group with fields', () => {
  it('copies only its own fields', () => {
    const loaded: GroupValues = { ...readValues(xnostr, {}), extra: 1 }
    const form = modelOf(xnostr).toForm(loaded)
    expect(form).not.toHaveProperty('extra')
    expect(form.nitter).toEqual(loaded.nitter)
    expect(form.nitter).not.toBe(loaded.nitter)
  })

  it('SET-10: saves every edit, and nothing else', () => {
    const model = modelOf(ollama)
    const loaded = readValues(ollama, {})
    const form = { ...model.toForm(loaded), model: 'gemma3:4b', timeout: 9 }
    expect(model.countChanges(loaded, form)).toBe(2)
    expect(model.edited(loaded, form)).toEqual({ model: 'gemma3:4b', timeout: 9 })
  })

  it.each([
    [ollama, 'url', 'url'],
    [ollama, 'ollama_url', 'url'],
    [relayInfo, 'relay_info.relayname', 'relayname'],
    [xnostr, 'xnostr_nitter.instances.0.url', 'nitter.instances.0.url'],
    [ollama, 'elsewhere', undefined],
  ])('the field that the server refuses is found in the form: %o %s', (group, named, path) => {
    expect(modelOf(group).formPath(named, {})).toBe(path)
  })
})

describe('the form of the free map', () => {
  const model = modelOf(queryCache)
  const loaded = { max_entries: 5 }

  it('SET-10, SET-67: counts names that were added, removed or changed', () => {
    expect(model.countChanges(loaded, model.toForm(loaded))).toBe(0)
    expect(model.countChanges(loaded, { pairs: [] })).toBe(1)
  })

  it('is saved whole', () => {
    expect(model.edited(loaded, model.toForm({ a: true }))).toEqual({ a: true })
  })

  it('finds the line of a name that the server refuses', () => {
    expect(model.formPath('query_cache.max_entries', model.toForm(loaded))).toBe('pairs.0.value')
    expect(model.formPath('gone', model.toForm(loaded))).toBeUndefined()
  })
})

describe('unsaved edits of a group', () => {
  it('are kept without its secrets', () => {
    const model = modelOf(general)
    const loaded = readValues(general, {})
    const form = { ...model.toForm(loaded), private_key: 'f'.repeat(64), port: '9100' }
    expect(model.draft(loaded, form)).toEqual({ port: '9100' })
    expect(model.fit({ private_key: 'f'.repeat(64) }, form)).toEqual({})
  })

  it('that have no place any more, or say what the form shows, are not offered', () => {
    const model = modelOf(ollama)
    const form = model.toForm(readValues(ollama, {}))
    expect(model.fit({ gone: 1, timeout: 'soon', url: form.url, model: 'other' }, form)).toEqual({ model: 'other' })
  })

  it("overlays edits on the server's current values", () => {
    const model = modelOf(ollama)
    const changed = model.toForm({ ...readValues(ollama, {}), model: 'newer' })
    const restored = model.restored(changed, { timeout: 9 })
    expect(restored).toMatchObject({ model: 'newer', timeout: 9 })
    expect(model.countChanges({ ...readValues(ollama, {}), model: 'newer' }, restored)).toBe(1)
  })

  it('since an earlier form include secrets and removed lines', () => {
    const fields = modelOf(general)
    const earlier = { ...fields.toForm(readValues(general, {})), port: '9100' }
    const secret = { private_key: 'f'.repeat(64) }
    expect(fields.since(earlier, { ...earlier, ...secret })).toEqual(secret)
    const map = modelOf(queryCache)
    const lines = map.toForm({ max: 5, gone: true })
    expect(map.since(lines, map.toForm({ max: 5, new: 'x' }))).toEqual({
      gone: null,
      new: { key: 'new', type: 'string', value: 'x' },
    })
  })

  it('of the free map are kept by name: lines that others have changed meanwhile stay', () => {
    const model = modelOf(queryCache)
    const pairs: Pair[] = [
      { key: 'max', type: 'number', value: '7' },
      { key: 'new ', type: 'string', value: 'x' },
      { key: 'half', type: 'number', value: '1e' },
      { key: 'same', type: 'string', value: 'y' },
    ]
    const draft = model.draft({ max: 5, gone: true, same: 'y' }, { pairs })
    expect(Object.keys(draft).sort()).toEqual(['gone', 'half', 'max', 'new'])
    const now = model.toForm({ max: 6, gone: true, same: 'z', other: 1 })
    const restored = model.restored(now, model.fit(draft, now))
    expect(mapOfPairs(restored.pairs as Pair[])).toEqual({ max: 7, same: 'z', other: 1, new: 'x', half: Number.NaN })
    expect(model.fit(draft, restored)).toEqual({})
    expect(model.fit({ max: 'no line', absent: null }, now)).toEqual({})
  })
})
