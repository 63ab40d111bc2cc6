import type { Need } from '@hornets/contract/admin/operation/needs'

export const needs: Need[] = [
  { kind: 'health', urgency: 'high', what: 'store_away', subject: '' },
  { kind: 'cases', urgency: 'medium', count: 4 },
  { kind: 'setup', urgency: 'medium', what: 'backup', subject: '' },
  { kind: 'refunds', urgency: 'medium', count: 1 },
  { kind: 'payments', urgency: 'low', count: 2 },
  { kind: 'health', urgency: 'low', what: 'version_out', subject: '1.5.0', running: '1.4.0' },
]

export const fullOperation = {
  '/api/needs': { needs },
}

export const emptyOperation = {
  '/api/needs': { needs: [] },
}
