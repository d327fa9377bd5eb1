import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarDays, ChevronDown, Copy, FileSpreadsheet, Printer, QrCode } from 'lucide-react'
import { useState } from 'react'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay } from '#web/api/base-data.ts'
import { PupilSheetsWidget } from '#web/domains/pupildocuments/PupilSheetsWidget.tsx'
import { PupilExportWidget } from '#web/domains/pupilexports/PupilExportWidget.tsx'
import { paths } from '#web/paths.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ClassExportDialog } from './ClassExportDialog.tsx'
import { CLASS_LISTS, type ClassList, offeredLists } from './class-lists.ts'
import { copyClassMails } from './copy-class-mails.ts'
import classes from './schoolclasses.module.css'

/** The list of the class for people, and its pupils for other programs. */
const ExportButtons = ({ schoolclass }: { schoolclass: SchoolclassDetails }) => {
  const [opened, setOpened] = useState<'list' | 'programs'>()
  const close = () => setOpened(undefined)
  const { pupils, school_year } = schoolclass
  return (
    <>
      <Button.Group>
        <Button
          variant="default"
          leftSection={<FileSpreadsheet size={20} aria-hidden />}
          onClick={() => setOpened('list')}
        >
          Exportieren
        </Button>
        {pupils.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label="Andere Formate">
                <ChevronDown size={20} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpened('programs')}>Für WebUntis, IServ, Moodle und andere …</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Button.Group>
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
      <Button.Group>
        <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
          Klassenliste drucken
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label="Andere Liste drucken">
              <ChevronDown size={20} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {lists.map((list) => (
              <Menu.Item key={list} onClick={() => onPrintList(list)}>
                {CLASS_LISTS[list].menu}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {may('export personal data') && <ExportButtons schoolclass={schoolclass} />}
      {may('export personal data') && (
        <Button variant="default" leftSection={<QrCode size={20} aria-hidden />} onClick={() => setPrintingLinks(true)}>
          Elternlink-Bögen
        </Button>
      )}
      {!is_names_only && may(SICKNOTE_EDITORS) && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={paths.absenceReport} search={{ klasse: String(id) }} />}
          leftSection={<CalendarDays size={20} aria-hidden />}
        >
          Fehlzeiten
        </Button>
      )}
      {seesContacts && (
        <Button
          variant="default"
          leftSection={<Copy size={20} aria-hidden />}
          onClick={() => void copyClassMails(schoolclass)}
        >
          E-Mail-Adressen kopieren (BCC)
        </Button>
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
