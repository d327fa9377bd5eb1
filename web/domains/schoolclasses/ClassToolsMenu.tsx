import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  CalendarDays,
  ChevronDown,
  Copy,
  EllipsisVertical,
  FileSpreadsheet,
  Pencil,
  Printer,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import type { ClassContact, ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay } from '#web/api/base-data.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { PupilSheetsWidget } from '#web/domains/pupildocuments/PupilSheetsWidget.tsx'
import { PupilExportWidget } from '#web/domains/pupilexports/PupilExportWidget.tsx'
import { paths } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { notify } from '#web/shell/notify.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ClassExportDialog } from './ClassExportDialog.tsx'
import { CLASS_LISTS, type ClassList, isReadList, offeredLists } from './class-lists.ts'
import { classContactsQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

/**
 * Each address once, and how many children nobody is reached for. Nobody without custody is among them, and of those of
 * age the parents only if the child wants it (domain §5.5).
 */
export const mailsOf = (pupils: readonly Pick<ClassPupil, 'id'>[], contacts: readonly ClassContact[]) => {
  const ofPupil = (id: number) => {
    const { guardians = [], own_mail } = contacts.find(({ pupil_id }) => pupil_id === id) ?? {}
    return [
      ...guardians.flatMap(({ mail, is_informed }) => (is_informed && mail) || []),
      ...(own_mail ? [own_mail] : []),
    ]
  }
  const mails = pupils.map(({ id }) => ofPupil(id))
  return {
    mails: [...new Set(mails.flat())],
    unreached: mails.filter((one) => one.length === 0).length,
  }
}

const addressesText = (count: number) => (count === 1 ? '1 Adresse ist' : `${count} Adressen sind`)

/** For the field BCC of a mail, so that no family sees the addresses of the others. */
const copyClassMails = async ({ id, pupils }: SchoolclassDetails) => {
  try {
    const { mails, unreached } = mailsOf(pupils, await queryClient.fetchQuery(classContactsQuery(id)))
    if (mails.length === 0) return notify('Zu dieser Klasse ist keine E-Mail-Adresse bekannt.')
    const lacking = unreached > 0 ? ` Ohne Adresse: ${childrenText(unreached)}.` : ''
    await copyText({
      text: mails.join('; '),
      done: `${addressesText(mails.length)} kopiert. Bitte in das Feld BCC einfügen.${lacking}`,
      label: 'E-Mail-Adressen',
    })
  } catch (failure) {
    // A load that failed is explained by the query itself (spec §8).
    if (!(failure instanceof ApiFailure)) await explainFailure(failure)
  }
}

interface ClassToolsMenuProps {
  schoolclass: SchoolclassDetails
  onPrintList: (list: ClassList) => void
  /** Missing: the viewer changes nothing here. */
  onEdit: (() => void) | undefined
  onAdd: (() => void) | undefined
}

/** Kinds of sheets, as the menu names them; the dialog opens on that kind. */
const SHEETS = { letters: 'Serienbrief …', labels: 'Etiketten …', link_sheets: 'Elternlinks …' } as const
type ShownSheets = keyof typeof SHEETS
const SHOWN_SHEETS = Object.keys(SHEETS) as ShownSheets[]

type OpenedDialog = 'list' | 'programs' | ShownSheets

/** What this person may print and take along of the class (ux §1). */
const useOffers = ({ pupils, is_names_only }: SchoolclassDetails) => {
  const may = useMay()
  const hasPupils = pupils.length > 0
  const seesContacts = hasPupils && !is_names_only && may(['manage pupil', 'view attached schoolclasses'])
  const seesBirthdates = pupils.some(({ birthdate }) => birthdate !== undefined)
  const isNarrow = useNarrow()
  // A phone prints nothing: there a list is something to read.
  const isOffered = (list: ClassList) => hasPupils && list !== 'klasse' && (!isNarrow || isReadList(list))
  return {
    lists: offeredLists({ seesContacts, seesBirthdates }).filter(isOffered),
    seesContacts,
    exports: hasPupils && may('export personal data'),
    seesAbsences: hasPupils && !is_names_only && may(SICKNOTE_EDITORS),
  }
}

type Offers = ReturnType<typeof useOffers>

const PrintEntries = ({ offers, onPrintList, onOpen }: EntriesProps & Pick<ClassToolsMenuProps, 'onPrintList'>) => (
  <>
    {offers.lists.map((list) => (
      <Menu.Item key={list} onClick={() => onPrintList(list)}>
        {CLASS_LISTS[list].menu}
      </Menu.Item>
    ))}
    {offers.exports && (
      <>
        <Menu.Divider />
        {SHOWN_SHEETS.map((kind) => (
          <Menu.Item key={kind} onClick={() => onOpen(kind)}>
            {SHEETS[kind]}
          </Menu.Item>
        ))}
      </>
    )}
  </>
)

interface EntriesProps {
  offers: Offers
  onOpen: (dialog: OpenedDialog) => void
}

/** The list of the class for people, and its pupils for other programs. */
const ExportEntries = ({ onOpen }: Pick<EntriesProps, 'onOpen'>) => (
  <>
    <Menu.Item onClick={() => onOpen('list')}>Klassenliste als Excel oder CSV …</Menu.Item>
    <Menu.Item onClick={() => onOpen('programs')}>Für WebUntis, IServ, Moodle und andere …</Menu.Item>
  </>
)

const MoreMenu = ({ schoolclass, offers, onPrintList, onEdit, onAdd, onOpen }: ClassToolsMenuProps & EntriesProps) => {
  const isNarrow = useNarrow()
  const { exports, lists, seesAbsences, seesContacts } = offers
  const hasPaper = isNarrow && (lists.length > 0 || exports)
  if (!(onEdit || onAdd || seesAbsences || seesContacts || hasPaper)) return null
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen" data-menu>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: '75dvh', overflowY: 'auto' }}>
        {seesAbsences && (
          <MenuEntry icon={CalendarDays} to={`${paths.absenceReport}?klasse=${schoolclass.id}`}>
            Fehlzeiten
          </MenuEntry>
        )}
        {seesContacts && (
          <MenuEntry icon={Copy} onClick={() => void copyClassMails(schoolclass)}>
            E-Mail-Adressen kopieren (BCC)
          </MenuEntry>
        )}
        {(onEdit || onAdd) && <Menu.Divider />}
        {onEdit && (
          <MenuEntry icon={Pencil} onClick={onEdit}>
            Klasse bearbeiten
          </MenuEntry>
        )}
        {onAdd && (
          <MenuEntry icon={UserPlus} onClick={onAdd}>
            Kinder hinzufügen
          </MenuEntry>
        )}
        {hasPaper && (
          <>
            <Menu.Divider />
            <Menu.Label>Listen</Menu.Label>
            <PrintEntries offers={offers} onPrintList={onPrintList} onOpen={onOpen} />
            {exports && <ExportEntries onOpen={onOpen} />}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The list that is printed most days at one press; beside it the others. */
const PrintButtons = (props: EntriesProps & Pick<ClassToolsMenuProps, 'onPrintList'>) => (
  <div className={`sh-inline ${classes.split}`}>
    <IconButton icon={Printer} variant="filled" onClick={() => window.print()}>
      Klassenliste drucken
    </IconButton>
    <Menu position="bottom-end">
      <Menu.Target>
        <Button px="xs" aria-label="Andere Liste drucken">
          <ChevronDown size={20} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PrintEntries {...props} />
      </Menu.Dropdown>
    </Menu>
  </div>
)

const ExportMenu = ({ onOpen }: Pick<EntriesProps, 'onOpen'>) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <IconButton icon={FileSpreadsheet} rightSection={<ChevronDown size={16} aria-hidden />}>
        Exportieren
      </IconButton>
    </Menu.Target>
    <Menu.Dropdown>
      <ExportEntries onOpen={onOpen} />
    </Menu.Dropdown>
  </Menu>
)

/** Paper, file, addresses and changes of a class, in one row beside its name; a phone has them in one menu. */
export const ClassToolsMenu = (props: ClassToolsMenuProps) => {
  const { schoolclass } = props
  const offers = useOffers(schoolclass)
  const isNarrow = useNarrow()
  const [opened, setOpened] = useState<OpenedDialog>()
  const close = () => setOpened(undefined)
  const { pupils, school_year, classgradePlain } = schoolclass
  const ids = pupils.map(({ id }) => id)
  const sheets = SHOWN_SHEETS.find((kind) => kind === opened)
  const shared = { ...props, offers, onOpen: setOpened }
  return (
    <>
      {!isNarrow && pupils.length > 0 && <PrintButtons {...shared} />}
      {!isNarrow && offers.exports && <ExportMenu onOpen={setOpened} />}
      <MoreMenu {...shared} />
      {opened === 'list' && <ClassExportDialog schoolclass={schoolclass} onGone={close} />}
      {opened === 'programs' && (
        <PupilExportWidget ids={ids} count={ids.length} schoolYearId={school_year.id} onGone={close} />
      )}
      {sheets && <PupilSheetsWidget ids={ids} kind={sheets} title={`Klasse ${classgradePlain}`} onGone={close} />}
    </>
  )
}
