import { ollama, queryCache, relayInfo, xnostr } from '@hornets/contract/admin/settings'
import { describe, expect, it } from 'vitest'
import { modelOf } from './form-model.ts'
import { type GroupValues, readValues } from './group-values.ts'

describe('the form of a group with fields', () => {
  it('holds its fields only, and a copy of them', () => {
    const loaded: GroupValues = { ...readValues(xnostr, {}), extra: 1 }
    const form = modelOf(xnostr).toForm(loaded)
    expect(form).not.toHaveProperty('extra')
    expect(form.nitter).toEqual(loaded.nitter)
    expect(form.nitter).not.toBe(loaded.nitter)
  })

  it('saves only what was edited', () => {
    const model = modelOf(ollama)
    const loaded = readValues(ollama, {})
    const form = { ...model.toForm(loaded), timeout: 9 }
    expect(model.countChanges(loaded, form)).toBe(1)
    expect(model.edited(loaded, form)).toEqual({ timeout: 9 })
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

  it('SET-67: counts names that were added, removed or changed', () => {
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
