import type { DailyMegabytes, RelaySettings } from '@hornets/contract/admin/relay-settings'

/** What keys and addresses can store in a day, in bytes, as the settings are when it is asked for. */
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
