import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, FileText, Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays, formatDate, formatDateTime } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { isStatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import { contactsOf } from '#contract/registrations/registrations.mail-state.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { DocumentItemWidget } from '#web/domains/registrationdocuments/DocumentItemsWidget.tsx'
import { MailStateChip } from '#web/domains/registrations/mails/MailStateChip.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { paths } from '#web/paths.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { childListName, childName } from './child-name.ts'
import { removeRegistration, resendableOf, resendOptins, restoreRegistration } from './registration-actions.ts'
import classes from './registrations.module.css'
import { StatusMenu } from './StatusMenu.tsx'

const RowMenu = ({ row, children }: { row: RegistrationRow; children: ReactNode }) => (
  <Menu position="bottom-end" width={250}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: ${childName(row)}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

/** The way out of the bin. */
export const DeletedRowMenu = ({ row }: { row: RegistrationRow }) => (
  <RowMenu row={row}>
    <MenuEntry icon={Undo2} onClick={() => void restoreRegistration(row)}>
      Wiederherstellen
    </MenuEntry>
  </RowMenu>
)

/** What can be done with one application of the list. */
export const RegistrationRowMenu = ({ row, path }: { row: RegistrationRow; path: string }) => {
  const resendable = resendableOf(contactsOf(row))
  return (
    <RowMenu row={row}>
      <MenuEntry icon={FileText} to={path}>
        Details
      </MenuEntry>
      {mayChangeStatus(row) && (
        <MenuEntry icon={Pencil} to={paths.registrationEdit(row.id) + window.location.search}>
          Bearbeiten
        </MenuEntry>
      )}
      <DocumentItemWidget id={row.id} />
      {resendable.length > 0 && (
        <MenuEntry icon={Send} onClick={() => void resendOptins(resendable)}>
          Erneut senden
        </MenuEntry>
      )}
      <Menu.Divider />
      <MenuEntry icon={Trash2} isNegative onClick={() => void removeRegistration(row)}>
        Löschen
      </MenuEntry>
    </RowMenu>
  )
}

/** What somebody should look at. */
const marksOf = (row: RegistrationRow) => [
  ...(row.is_follow_up ? ['Nachfassen'] : []),
  ...(row.is_withdraw_requested ? ['Rückzug gewünscht'] : []),
  ...(row.mail_failed ? ['E-Mail fehlgeschlagen'] : []),
]

const MarkChip = ({ children }: { children: string }) => (
  <StatusChip tone="attention" icon="alert">
    {children}
  </StatusChip>
)

/** Ux §3.8: whose application it resembles, on pointing and for screen readers. */
const DuplicateMark = ({ other }: { other: NonNullable<RegistrationRow['possible_duplicate']> }) => {
  const name = fullName({ firstname: other.child_firstname, lastname: other.child_lastname })
  const text = `Ähnliche Bewerbung: ${name}, ${formatDate(other.child_birthdate)}`
  return (
    <span title={text}>
      <MarkChip>Dublette?</MarkChip>
      <span className="sh-visually-hidden">{` ${text}`}</span>
    </span>
  )
}

/** A long name takes a second line before status and menu leave the view. */
const ChildName = ({ row, search }: { row: RegistrationRow; search: string }) => (
  <span className="sh-chips sh-wraps sh-gap-2 sh-rows-0">
    <span>
      <MarkedText text={childListName(row)} search={search} />
    </span>
    {row.possible_duplicate && <DuplicateMark other={row.possible_duplicate} />}
    {marksOf(row).map((text) => (
      <MarkChip key={text}>{text}</MarkChip>
    ))}
  </span>
)

/** The status, and below it whether somebody still has to tell the family. */
const StatusCell = ({ row, isBin }: { row: RegistrationRow; isBin: boolean }) => (
  <span className={classes.status}>
    <StatusMenu registration={row} isFixed={isBin} />
    {/* A status that was just changed here may be one that needs no telling. */}
    {row.is_not_informed && isStatusMailKind(row.status) && (
      <span className="sh-quiet sh-small sh-one-line">nicht informiert</span>
    )}
  </span>
)

/** Today and yesterday by their names, with the time; all else by date. */
const arrivalText = (created: string, today: string) => {
  const [day, time] = formatDateTime(created).split(' ')
  if (day === formatDate(today)) return `heute ${time}`
  return day === formatDate(addDays(today, -1)) ? `gestern ${time}` : day
}

interface RegistrationColumnsFor {
  search: string
  /** The day in Berlin. */
  today: string
  /** Rows of the bin can be read, not changed. */
  isBin: boolean
  /** Only those on the waiting list are shown: nobody else has a rank. */
  isWaitlist: boolean
  /** All are for one school year, which stands above the table. */
  isOneYear: boolean
}

/**
 * What stands before every number of the list: „FSW-“, and „FSW-2027-“ where all are of one year. Its place is the name's;
 * it is still read out and printed. Somebody who searches sees what was found.
 */
const sharedPart = (number: string, { isOneYear, search }: RegistrationColumnsFor) =>
  (isOneYear && search === '' ? /^[^-]+-\d{4}-/ : /^[^-]+-/).exec(number)?.[0] ?? ''

/** Columns of domain §3.6. */
export const registrationColumns = (list: RegistrationColumnsFor): TableColumn<RegistrationRow>[] => {
  const { search, today, isBin, isWaitlist } = list
  return [
    { key: 'child', title: 'Kind', sortKey: 'child', render: (row) => <ChildName row={row} search={search} /> },
    {
      key: 'number',
      title: 'Nummer',
      sortKey: 'number',
      inCard: 'none',
      render: ({ number }) => (
        <span className="sh-one-line" title={number}>
          <span className={classes.prefix}>{sharedPart(number, list)}</span>
          <MarkedText text={number.slice(sharedPart(number, list).length)} search={search} />
        </span>
      ),
    },
    {
      key: 'birthdate',
      title: 'Geboren',
      sortKey: 'child_birthdate',
      inCard: 'none',
      render: ({ child_birthdate: day }) => <time dateTime={day}>{formatDate(day)}</time>,
    },
    {
      key: 'grade',
      title: 'Stufe',
      sortKey: 'desired_grade',
      inCard: 'none',
      render: ({ desired_grade }) => desired_grade,
    },
    {
      key: 'school_year',
      title: 'Schuljahr',
      sortKey: 'school_year',
      // The number names the year, and the list has one year unless all are asked for: its place is the table's on a small desk.
      isHiddenFirst: true,
      inCard: 'none',
      render: ({ school_year }) => school_year.name,
    },
    {
      key: 'type',
      title: 'Art',
      sortKey: 'entry_type',
      inCard: 'none',
      render: ({ entry_type }) => ENTRY_TYPE_LABELS[entry_type],
    },
    {
      key: 'created_at',
      title: 'Eingang',
      sortKey: 'created_at',
      inCard: 'none',
      render: ({ created_at }) => (
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          <span className="sh-screen-only">{arrivalText(created_at, today)}</span>
          <span className="sh-paper-only">{formatDateTime(created_at).split(' ')[0]}</span>
        </time>
      ),
    },
    {
      key: 'contact',
      title: 'Kontakt',
      sortKey: 'contact',
      inCard: 'none',
      render: (row) => <MailStateChip contacts={contactsOf(row)} offersResend={!isBin} isInList />,
    },
    {
      key: 'wait_rank',
      title: 'Rang',
      sortKey: 'wait_rank',
      isHiddenFirst: !isWaitlist,
      inCard: 'none',
      render: ({ wait_rank }) => wait_rank ?? '',
    },
    {
      key: 'status',
      title: 'Status',
      sortKey: 'status',
      inCard: 'none',
      render: (row) => <StatusCell row={row} isBin={isBin} />,
    },
    {
      key: 'card',
      title: 'Stand',
      inCard: 'only',
      isTitleHiddenInCard: true,
      render: (row) => (
        <>
          <span className="sh-quiet sh-small sh-figures sh-block">
            {`Klasse ${row.desired_grade} · ${arrivalText(row.created_at, today)}`}
          </span>
          <span className="sh-chips sh-gap-3">
            <StatusCell row={row} isBin={isBin} />
            <MailStateChip contacts={contactsOf(row)} offersResend={!isBin} isInList />
          </span>
        </>
      ),
    },
  ]
}
