import { useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { offers } from '../../api/server/server.ts'
import { lazyLater } from '../lazy-page.ts'
import { NavItems, type NavItemsProps } from './nav-items.tsx'
import { RelayHealth } from './relay-health.tsx'

const { Part: RelayHead } = lazyLater(async () => (await import('../../features/relays/relay-head.tsx')).RelayHead)
const { Part: RelaySections } = lazyLater(
  async () => (await import('../../features/relays/relay-nav.tsx')).RelaySections,
)

export function RelayPages(props: NavItemsProps) {
  const isOther = useLocation({ select: ({ pathname, search }) => pathname === '/relays' && 'at' in search })
  return (
    <>
      {/* As high as the head before it comes, so that nothing moves. */}
      <div className={clsx('flex-none', props.expanded ? 'h-10' : 'h-18')}>
        <RelayHead {...props} />
      </div>
      {isOther ? <RelaySections {...props} /> : <NavItems {...props} />}
      {!isOther && offers('status') && <RelayHealth expanded={props.expanded} />}
    </>
  )
}
