import { expect, it } from 'vitest'
import { healthSeverities, notificationTypes, severities, typeOf } from './health.ts'

it('NOTIF-25: defines four types and four severities, and marks resolved ones as success', () => {
  expect(notificationTypes).toEqual(['success', 'info', 'warning', 'error'])
  expect(severities).toEqual(['INFO', 'LOW', 'MEDIUM', 'HIGH'])
  expect(severities.map(severity => typeOf({ severity }))).toEqual(['info', 'info', 'warning', 'error'])
  expect(typeOf({ severity: 'HIGH', ended_at: '2026-06-01T12:00:00Z' })).toBe('success')
  expect(new Set(Object.values(healthSeverities))).toEqual(new Set(severities))
})
