import { useLocation } from '@tanstack/react-router'
import { offers } from '../../api/server/server.ts'
import { lazyLater } from '../lazy-page.ts'
import { NavItems, type NavItemsProps } from './nav-items.tsx'
import { RelayHealth } from './relay-health.tsx'

const load = () => import('../../features/relays/relay-nav.tsx')
const { Part: RelaySections } = lazyLater(async () => (await load()).RelaySections)
export const { Part: RelaySwitch } = lazyLater(async () => (await load()).RelaySwitch)

export function RelayPages(props: NavItemsProps) {
  const isOther = useLocation({ select: ({ pathname, search }) => pathname === '/relays' && 'at' in search })
  if (isOther) return <RelaySections {...props} />
  return (
    <>
      <NavItems {...props} />
      {offers('status') && <RelayHealth expanded={props.expanded} />}
    </>
  )
}
