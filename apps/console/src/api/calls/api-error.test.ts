import { describe, expect, it } from 'vitest'
import german from '../../i18n/de.json'
import english from '../../i18n/en.json'
import { shouldRetry } from '../queries/query-client.ts'
import { ApiError, errorFromAnswer, messageOf, noAnswerText } from './api-error.ts'
import { buildPath } from './url.ts'

describe('an answer that is not good', () => {
  it.each([400, 401, 404, 500, 503])(
    'ERR-10: of status %d says what the server says, with its code and fields',
    status => {
      const error = errorFromAnswer(
        status,
        '{"error":"Port must be a number","code":"invalid_fields","fields":{"port":"x"}}',
      )
      expect(error).toMatchObject({
        status,
        code: 'invalid_fields',
        message: 'Port must be a number',
        fields: { port: 'x' },
        spoken: true,
      })
    },
  )

  it("passes on a refusal's details, without anything that is not a number", () => {
    const body =
      '{"error":"x 5","code":"payment_refused","reason":"dust","template":"x {{n}}","figures":{"n":5,"o":{}}}'
    expect(errorFromAnswer(422, body)).toMatchObject({ reason: 'dust', template: 'x {{n}}', figures: { n: 5 } })
    expect(errorFromAnswer(422, body).figures).toEqual({ n: 5 })
    expect(errorFromAnswer(422, '{"error":"x","reason":4,"figures":[]}')).toMatchObject({
      reason: undefined,
      figures: {},
    })
  })

  it.each([
    [404, '', 'Network response was not ok (status: 404)', 'not_found'],
    [400, '<html>Bad Request</html>', 'Network response was not ok (status: 400)', 'bad_request'],
    [400, 'Missing field', 'Missing field', 'bad_request'],
    [502, '<html></html>', 'Internal server error', 'internal'],
    [500, '{"error":""}', 'Internal server error', 'internal'],
    [500, '[1]', 'Internal server error', 'internal'],
    [401, '{}', 'Network response was not ok (status: 401)', 'unauthorized'],
  ])('ERR-04: of status %d and body %j reads: %s', (status, body, message, code) => {
    expect(errorFromAnswer(status, body)).toMatchObject({ message, code, spoken: false, fields: {} })
  })

  it('ERR-02: has a text even when what was thrown has none', () => {
    expect([messageOf(undefined), messageOf(new Error('')), messageOf('x')]).toEqual(Array(3).fill('An error occurred'))
    const said = [english, german].map(({ messages }) => messages['An error occurred'])
    expect(said).toEqual(['An error occurred', 'Ein Fehler ist aufgetreten'])
  })
})

describe('a failed query', () => {
  const failure = (status: number, code: ApiError['code']) => new ApiError({ status, code, message: noAnswerText })

  it.each([
    ['a refusal', failure(403, 'forbidden')],
    ['a 401', failure(401, 'unauthorized')],
    ['an answer that breaks the contract', failure(200, 'answer')],
    ['an error of ours', new TypeError('x is not a function')],
  ])('is not tried again after %s', (_, error) => {
    expect(shouldRetry(0, error)).toBe(false)
  })

  it.each([
    ['no answer', failure(0, 'network')],
    ['a server in trouble', failure(503, 'unavailable')],
  ])('is tried twice again after %s', (_, error) => {
    expect([0, 1, 2].map(failures => shouldRetry(failures, error))).toEqual([true, true, false])
  })
})

describe('a path', () => {
  it('has its parameters encoded, so that none can reach another path', () => {
    expect(buildPath('/api/blocked-pubkeys/:pubkey', { pubkey: '../settings?x' })).toBe(
      '/api/blocked-pubkeys/..%2Fsettings%3Fx',
    )
  })
  it('leaves out what is undefined in the query', () => {
    expect(buildPath('/api/x', {}, { q: 'a b', limit: undefined, offset: 0 })).toBe('/api/x?q=a+b&offset=0')
    expect(buildPath('/api/x', {}, {})).toBe('/api/x')
  })
})
