import { useOtherRelays } from '../../api/other-relays/relay-list.ts'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { RelayPage } from './relay-page.tsx'
import { RelaysPage } from './relays-page.tsx'

/** The operator's other relays, or the one in the URL: only an address that the operator entered is ever called. */
export function OtherRelaysPage() {
  const [{ at }] = useUrlParameters()
  const relay = useOtherRelays().find(({ address }) => address === at)
  return relay ? <RelayPage key={relay.address} relay={relay} /> : <RelaysPage unknown={at !== undefined} />
}
