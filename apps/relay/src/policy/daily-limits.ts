import type { DailyMegabytes, RelaySettings } from '@hornets/contract/admin/relay-settings'

export function dailyLimitsOf(relaySettings: { current(): Readonly<RelaySettings> }) {
  const bytes = (name: keyof DailyMegabytes) => relaySettings.current().dailyMegabytes[name] * 2 ** 20
  return {
    events: {
      get storedBytesPerKeyDayMax() {
        return bytes('eventsPerKey')
      },
      get storedBytesPerAddressDayMax() {
        return bytes('eventsPerAddress')
      },
    },
    files: {
      get perKey() {
        return bytes('filesPerKey')
      },
      get perAddress() {
        return bytes('filesPerAddress')
      },
    },
  }
}
