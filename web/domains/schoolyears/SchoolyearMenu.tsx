import { ActionIcon, Menu } from '@mantine/core'
import { CircleCheck, EllipsisVertical, Globe, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { activationRefusal, yearRemovalRefusal, yearUsers } from '#contract/schoolyears/schoolyears.rules.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { OnlineFormDialog } from './OnlineFormDialog.tsx'
import { SchoolyearDialog } from './SchoolyearDialog.tsx'
import { YEAR_REPLIES } from './schoolyear-query.ts'

/** The dialogs about years. `startsNew`: the address asks for a new year. */
export const useSchoolyearDialogs = (years: readonly Schoolyear[] | undefined, startsNew = false) => {
  const { opened, ...opener } = useRecordOpener({ known: years, name: 'schoolyear-dialog', startsNew })
  const [formOf, setFormOf] = useState<Schoolyear>()
  return {
    ...opener,
    openForm: setFormOf,
    shown: (
      <>
        {opened && <SchoolyearDialog {...opened} year={opened.record} years={years ?? []} />}
        {formOf && <OnlineFormDialog year={formOf} onGone={() => setFormOf(undefined)} />}
      </>
    ),
  }
}

export type SchoolyearDialogs = ReturnType<typeof useSchoolyearDialogs>

/** Why the year cannot be deleted, and what still refers to it. */
const removeRefusal = (year: Schoolyear): string | undefined => {
  const refusal = yearRemovalRefusal(year)
  const users = yearUsers(year.usage)
  if (!refusal || year.state === 'active' || users.length === 0) return refusal
  return `${refusal.replace(/\.$/, '')}: ${users.join(', ')}.`
}

/** Answers whether it was done. */
const act = async (send: () => Promise<{ message: string }>) => {
  const reply = await actOnce('schoolyear', send)
  if (!reply) return false
  notify(reply.message)
  await renewReplies(YEAR_REPLIES)
  return true
}

/** Ux §3.10: changing the active year asks. */
const activateYear = async ({ id, name }: Schoolyear, former: Schoolyear | undefined) => {
  const isWanted = await confirmDialog({
    title: 'Aktives Schuljahr wechseln?',
    message: (
      <>
        <p>{`${name} wird das aktive Schuljahr. Klassen, Listen und Statistik zeigen dann dieses Jahr.`}</p>
        {former && <p>{`${former.name} wird abgeschlossen.`}</p>}
      </>
    ),
    accept: 'Wechseln',
    type: 'attention',
  })
  return isWanted && act(() => call(schoolyearEndpoints.activate, { params: { id } }))
}

/** Answers whether the year is gone. */
const removeYear = async ({ id, name }: Schoolyear) => {
  const isWanted = await confirmDialog({
    title: 'Schuljahr löschen?',
    message: `Das Schuljahr ${name} wird mit seinen schulfreien Tagen und Plätzen gelöscht. Das lässt sich nicht rückgängig machen.`,
    accept: 'Löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  return isWanted && act(() => call(schoolyearEndpoints.remove, { params: { id } }))
}

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
