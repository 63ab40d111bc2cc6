import { useTexts } from '../../../i18n/texts.ts'
import { Menu, MenuChoices, type MenuProps } from '../../../ui/buttons/menu.tsx'
import type { Wanted } from '../hits/hit.ts'
import { icons } from '../icons.ts'
import { useWantable } from '../use-wantable.ts'

interface FilterMenuProps extends Omit<MenuProps, 'children'> {
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
}

export function FilterMenu({ wanted, onWanted, ...menu }: FilterMenuProps) {
  const { t } = useTexts()
  return (
    <Menu {...menu}>
      <MenuChoices
        label={t('search.category')}
        value={wanted}
        onValueChange={onWanted}
        choices={useWantable().map(value => ({ value, label: t(`search.categories.${value}`), icon: icons[value] }))}
      />
    </Menu>
  )
}
