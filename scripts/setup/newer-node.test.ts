import { expect, test } from 'vitest'
import { leavesPackagesOut } from './newer-node.mjs'

test.each(['18.20.8', '19.9.0', '20.18.3', '21.7.3', '22.12.0', '23.4.0'])(
  'npm under Node %s leaves packages out',
  version => {
    expect(leavesPackagesOut(version)).toBe(true)
  },
)

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.0', '23.5.0', '24.0.0', '26.10.0'])(
  'npm under Node %s installs everything',
  version => {
    expect(leavesPackagesOut(version)).toBe(false)
  },
)
