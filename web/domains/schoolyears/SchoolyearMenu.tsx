import { ActionIcon, Menu } from '@mantine/core'
import { CircleCheck, EllipsisVertical, Globe, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { activationRefusal } from '#contract/schoolyears/schoolyears.rules.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { notify } from '#web/shell/notify.tsx'
import { activateYear, removeRefusal, removeYear } from './schoolyear-actions.tsx'
import type { SchoolyearDialogs } from './use-schoolyear-dialogs.tsx'

interface ItemProps {
  text: string
  icon: LucideIcon
  /** Why it cannot be done: the item stays reachable and says so. */
  refusal?: string | undefined
  isNegative?: boolean
  onPress: () => void
}

const Item = ({ text, icon: Icon, refusal, isNegative = false, onPress }: ItemProps) => (
  <Menu.Item
    {...(isNegative && !refusal ? { c: 'var(--sh-negative)' } : {})}
    leftSection={<Icon size={20} aria-hidden />}
    aria-disabled={refusal !== undefined}
    onClick={() => (refusal ? notify(refusal, { type: 'info' }) : onPress())}
  >
    {text}
    {refusal && <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>{refusal}</small>}
  </Menu.Item>
)

interface SchoolyearMenuProps {
  year: Schoolyear
  years: readonly Schoolyear[]
  dialogs: SchoolyearDialogs
  onRemoved?: () => void
}

/** What can be done with one year. */
export const SchoolyearMenu = ({ year, years, dialogs, onRemoved }: SchoolyearMenuProps) => {
  const today = useToday()
  const former = years.find(({ state }) => state === 'active')
  const remove = async () => {
    if (await removeYear(year)) onRemoved?.()
  }
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <ActionIcon aria-label={`Aktionen: ${year.name}`}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item text="Bearbeiten" icon={Pencil} onPress={() => dialogs.openEdit(year)} />
        <Item text="Online-Formular öffnen oder schließen" icon={Globe} onPress={() => dialogs.openForm(year)} />
        {year.state !== 'active' && (
          <Item
            text="Zum aktiven Schuljahr machen"
            icon={CircleCheck}
            refusal={activationRefusal(year, today)}
            onPress={() => void activateYear(year, former)}
          />
        )}
        <Menu.Divider />
        <Item text="Löschen" icon={Trash2} isNegative refusal={removeRefusal(year)} onPress={() => void remove()} />
      </Menu.Dropdown>
    </Menu>
  )
}
