import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useOtherRelays } from '../../api/other-relays/relay-list.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Menu, MenuChoices, MenuItem, type MenuProps, MenuSeparator } from '../../ui/buttons/menu.tsx'

interface RelayMenuProps extends Omit<MenuProps, 'children'> {
  readonly at: string | undefined
}

const here = ''

export function RelayMenu({ at = here, ...menu }: RelayMenuProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const relays = useOtherRelays()
  const open = (address: string) =>
    void (address === here ? navigate({ to: '/' }) : navigate({ to: '/relays', search: { at: address } as never }))
  return (
    <Menu {...menu} align="start">
      <MenuChoices
        label={t('relays.choose')}
        value={at}
        onValueChange={open}
        choices={[
          { value: here, label: t('relays.here') },
          ...relays.map(({ address, name }) => ({ value: address, label: name || address.replace(/^wss?:\/\//, '') })),
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={Plus} onClick={() => void navigate({ to: '/relays', search: {} as never })}>
        {t('relays.manage')}
      </MenuItem>
    </Menu>
  )
}
