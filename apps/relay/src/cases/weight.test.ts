import { expect, test } from 'vitest'
import { weighReporter } from './weight.ts'

test.each([
  [[], 1],
  [['paying'], 3],
  [['trusted'], 3],
  [['allowed'], 3],
  [['member'], 5],
  [['owner'], 10],
  [['paying', 'member'], 5],
  [['owner', 'paying', 'blocked'], 0],
] as const)(
  'weighs a reporter who is %j by their highest status, and a blocked one not at all: %i (INBOX-02)',
  (statuses, weight) => {
    expect(weighReporter(statuses)).toBe(weight)
  },
)
