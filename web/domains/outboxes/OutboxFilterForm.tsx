import { MAIL_STATE_LABELS } from '#contract/mail-states.ts'
import { type Mailing, OUTBOX_KINDS } from '#contract/outboxes/outboxes.mails.ts'
import { choicesOf } from '#contract/record.ts'
import { PeriodPicker } from '#web/domains/userlog/PeriodPicker.tsx'
import { FilterChipField } from '#web/lists/FilterChipField.tsx'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { mailingIn, type OutboxListState } from './outbox-query.ts'

interface OutboxFilterProps {
  state: OutboxListState
  /** The subject of the mailing that the list is narrowed to; undefined while no mail names it. */
  subject: string | undefined
}

const MAILING_TEXTS: Record<Mailing, { one: string; name: string }> = {
  circular: { one: 'eine Rundmail', name: 'Rundmail' },
  data_check: { one: 'ein Datenabgleich', name: 'Datenabgleich' },
}

/** The one mailing that a line has led to, until it is removed. */
const MailingChip = ({ state, subject }: OutboxFilterProps) => {
  const mailing = mailingIn(state)
  if (!mailing) return null
  const { one, name } = MAILING_TEXTS[mailing.page]
  return (
    <FilterChipField
      text={subject === undefined ? one : `${name}: ${subject}`}
      onRemove={() => state.setFilter(mailing.page, undefined)}
    />
  )
}

/** Filters by person, state, kind and day, and the one mailing that a line has led to. */
export const OutboxFilterForm = ({ state, subject }: OutboxFilterProps) => (
  <>
    <SearchField
      label="E-Mails suchen"
      placeholder="Name oder E-Mail-Adresse …"
      value={state.search}
      onSearch={state.setSearch}
    />
    <FilterMenu
      label="Stand"
      options={choicesOf(MAIL_STATE_LABELS)}
      chosen={chosenValues(state.filters.state)}
      onChoose={(values) => state.setFilter('state', values.join(',') || undefined)}
    />
    <FilterMenu
      label="Art"
      options={Object.entries(OUTBOX_KINDS).map(([value, { label }]) => ({ value, label }))}
      chosen={chosenValues(state.filters.kind)}
      onChoose={(values) => state.setFilter('kind', values.join(',') || undefined)}
    />
    <PeriodPicker state={state} />
    <MailingChip {...{ state, subject }} />
  </>
)
