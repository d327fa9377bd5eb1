import { Button, Menu } from '@mantine/core'
import { CalendarDays, ChevronDown, Copy, FileSpreadsheet, Printer, QrCode } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ClassExportDialog } from './ClassExportDialog.tsx'
import { CLASS_LISTS, type ClassList, offeredLists } from './class-lists.ts'
import { classContactsQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

/** A button, and beside it what else it could do. */
const SplitMenu = ({ label, entries, children }: { label: string; entries: ReactNode; children: ReactNode }) => (
  <div className={`sh-inline ${classes.split}`}>
    {children}
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={label}>
          <ChevronDown size={20} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{entries}</Menu.Dropdown>
    </Menu>
  </div>
)

/** The list of the class for people, and its pupils for other programs. */
const ExportButtons = ({ schoolclass }: { schoolclass: SchoolclassDetails }) => {
  const [opened, setOpened] = useState<'list' | 'programs'>()
  const close = () => setOpened(undefined)
  const { pupils, school_year } = schoolclass
  return (
    <>
      <SplitMenu
        label="Andere Formate"
        entries={<Menu.Item onClick={() => setOpened('programs')}>Für WebUntis, IServ, Moodle und andere …</Menu.Item>}
      >
        <IconButton icon={FileSpreadsheet} onClick={() => setOpened('list')}>
          Exportieren
        </IconButton>
      </SplitMenu>
      {opened === 'list' && <ClassExportDialog schoolclass={schoolclass} onGone={close} />}
      {opened === 'programs' && (
        <PupilExportWidget
          ids={pupils.map(({ id }) => id)}
          count={pupils.length}
          schoolYearId={school_year.id}
          onGone={close}
        />
      )}
    </>
  )
}

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
}

/** Paper, file and addresses of a class; what the viewer may not have is not offered (ux §1). */
export const ClassToolsMenu = ({ schoolclass, onPrintList }: ClassToolsMenuProps) => {
  const may = useMay()
  const [isPrintingLinks, setPrintingLinks] = useState(false)
  const { id, classgradePlain, pupils, is_names_only } = schoolclass
  const seesContacts = !is_names_only && may(['manage pupil', 'view attached schoolclasses'])
  const seesBirthdates = pupils.some(({ birthdate }) => birthdate !== undefined)
  const lists = offeredLists({ seesContacts, seesBirthdates }).filter((list) => list !== 'klasse')
  const isNarrow = useNarrow()
  const tools = (
    <div className="sh-wrap sh-gap-2">
      <SplitMenu
        label="Andere Liste drucken"
        entries={lists.map((list) => (
          <Menu.Item key={list} onClick={() => onPrintList(list)}>
            {CLASS_LISTS[list].menu}
          </Menu.Item>
        ))}
      >
        <IconButton icon={Printer} onClick={() => window.print()}>
          Klassenliste drucken
        </IconButton>
      </SplitMenu>
      {may('export personal data') && <ExportButtons schoolclass={schoolclass} />}
      {may('export personal data') && (
        <IconButton icon={QrCode} onClick={() => setPrintingLinks(true)}>
          Elternlink-Bögen
        </IconButton>
      )}
      {!is_names_only && may(SICKNOTE_EDITORS) && (
        <IconButton icon={CalendarDays} to={`${paths.absenceReport}?klasse=${id}`}>
          Fehlzeiten
        </IconButton>
      )}
      {seesContacts && (
        <IconButton icon={Copy} onClick={() => void copyClassMails(schoolclass)}>
          E-Mail-Adressen kopieren (BCC)
        </IconButton>
      )}
      {isPrintingLinks && (
        <PupilSheetsWidget
          ids={pupils.map(({ id }) => id)}
          title={`Klasse ${classgradePlain}`}
          onGone={() => setPrintingLinks(false)}
        />
      )}
    </div>
  )
  if (!isNarrow) return tools
  return (
    <details className={classes.folded}>
      <summary className="sh-padded-2">Listen drucken, exportieren und mehr</summary>
      <div className="sh-above-2">{tools}</div>
    </details>
  )
}
