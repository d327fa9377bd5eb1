import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download, EllipsisVertical, Plus, Printer, Upload } from 'lucide-react'
import { useMay, useToday } from '#web/api/base-data.ts'
import { ExcelButtonWidget } from '#web/domains/pupilexports/ExcelButtonWidget.tsx'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { PupilListDialog } from './PupilListDialog.tsx'
import { PupilQuickDialog } from './PupilQuickDialog.tsx'
import { PupilsBulkCard } from './PupilsBulkCard.tsx'
import { PUPILS_TITLE, PupilsTable } from './PupilsTable.tsx'
import { pupilFilterQuery } from './pupil-list-query.ts'
import { usePupilsPage } from './use-pupils-page.ts'

interface PageActionsProps {
  onPrint: () => void
  /** Missing: nothing of what is shown can be taken along. */
  onExport: (() => void) | undefined
  filterQuery: ReturnType<typeof pupilFilterQuery>
}

const EXPORT = { text: 'Exportieren', icon: <Download size={20} aria-hidden /> }
const IMPORT = { text: 'Importieren', icon: <Upload size={20} aria-hidden /> }

/** A phone has no printer; what else is done now and then does not push the list out of sight. */
const PhoneMenu = ({ onExport, mayImport }: Pick<PageActionsProps, 'onExport'> & { mayImport: boolean }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen" data-menu>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {onExport && (
        <Menu.Item leftSection={EXPORT.icon} onClick={onExport}>
          {EXPORT.text}
        </Menu.Item>
      )}
      {mayImport && (
        <Menu.Item component={Link} to={paths.pupilImport} leftSection={IMPORT.icon}>
          {IMPORT.text}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)

const DeskButtons = ({ onPrint, onExport, filterQuery, mayImport }: PageActionsProps & { mayImport: boolean }) => (
  <>
    <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={onPrint}>
      Drucken
    </Button>
    {onExport && (
      <Button.Group>
        <Button variant="default" leftSection={EXPORT.icon} onClick={onExport}>
          {EXPORT.text}
        </Button>
        <ExcelButtonWidget filterQuery={filterQuery} />
      </Button.Group>
    )}
    {mayImport && (
      <Button component={Link} to={paths.pupilImport} variant="default" leftSection={IMPORT.icon}>
        {IMPORT.text}
      </Button>
    )}
  </>
)

const PageActions = ({ onPrint, onExport, filterQuery }: PageActionsProps) => {
  const may = useMay()
  const isNarrow = useNarrow()
  const mayManage = may('manage pupil')
  const exported = may('export personal data') ? onExport : undefined
  return (
    <>
      {!isNarrow && (
        <DeskButtons onPrint={onPrint} onExport={exported} filterQuery={filterQuery} mayImport={mayManage} />
      )}
      {isNarrow && (exported || mayManage) && <PhoneMenu onExport={exported} mayImport={mayManage} />}
      {mayManage && (
        <Button component={Link} to={paths.newPupil} data-primary leftSection={<Plus size={20} aria-hidden />}>
          Schüler/in anlegen
        </Button>
      )}
    </>
  )
}

/** Spec §2, domain §3.6, ux §3.3: all pupils the viewer may see. */
export const PupilsPage = () => {
  const may = useMay()
  const page = usePupilsPage()
  const { state, list, total, selection, inBin, quick, opened, setOpened } = page
  const print = usePrintAll(state, list.data)
  usePageKeys(may('manage pupil') ? { n: () => goTo(paths.newPupil) } : {})
  return (
    <>
      <PageTitle
        count={list.data?.total}
        actions={
          <PageActions
            onPrint={print}
            filterQuery={pupilFilterQuery(state)}
            onExport={inBin || total === 0 ? undefined : () => setOpened({ action: 'export', pupils: [] })}
          />
        }
      >
        {PUPILS_TITLE}
      </PageTitle>
      <PrintHead today={useToday()} />
      <PupilsTable page={page} />
      <PupilsBulkCard
        chosen={selection.chosen}
        total={total}
        isEveryHit={selection.isEveryHit}
        isBin={inBin}
        onAll={() => void selection.chooseAll()}
        onClear={selection.clear}
        onOpen={(action) => setOpened({ action, pupils: selection.chosen })}
        onRestore={() => void page.restoreChosen()}
      />
      {opened && (
        <PupilListDialog
          opened={opened}
          filterQuery={pupilFilterQuery(state)}
          total={total}
          onDeleted={selection.forget}
          onGone={() => setOpened(undefined)}
        />
      )}
      {quick && <PupilQuickDialog row={quick} onGone={() => page.setQuick(undefined)} />}
    </>
  )
}
