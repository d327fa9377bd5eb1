import { Button } from '@mantine/core'
import { Download, Plus, Printer, Upload } from 'lucide-react'
import { useMay } from '#web/api/base-data.ts'
import { ExcelButtonWidget } from '#web/domains/pupilexports/ExcelButtonWidget.tsx'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PhoneMenu } from '#web/ui/PhoneMenu.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import type { pupilFilterQuery } from './pupil-list-query.ts'

interface PupilListMenuProps {
  onPrint: () => void
  /** Missing: nothing of what is shown can be taken along. */
  onExport: (() => void) | undefined
  filterQuery: ReturnType<typeof pupilFilterQuery>
  /** Keys of the columns that the address names. */
  columns: readonly string[] | undefined
  /** Such a list is opened to be printed, and nobody adds a child to it. */
  isReadyList: boolean
}

interface MoreMenuProps {
  onExport: (() => void) | undefined
  mayImport: boolean
  mayAdd: boolean
}

/** What is done now and then; empty without any entry. */
const MoreMenu = ({ onExport, mayImport, mayAdd }: MoreMenuProps) =>
  (onExport || mayImport || mayAdd) && (
    <PhoneMenu>
      {mayAdd && (
        <MenuEntry icon={Plus} to={paths.newPupil}>
          Schüler/in anlegen
        </MenuEntry>
      )}
      {onExport && (
        <MenuEntry icon={Download} onClick={onExport}>
          Exportieren
        </MenuEntry>
      )}
      {mayImport && (
        <MenuEntry icon={Upload} to={paths.pupilImport}>
          Importieren
        </MenuEntry>
      )}
    </PhoneMenu>
  )

const ExportButtons = ({ onExport, ...list }: Pick<PupilListMenuProps, 'onExport' | 'filterQuery' | 'columns'>) =>
  onExport && (
    <Button.Group>
      <IconButton icon={Download} onClick={onExport}>
        Exportieren
      </IconButton>
      <ExcelButtonWidget {...list} />
    </Button.Group>
  )

/** The actions of the list beside its title. A ready list is there to be printed, all others to add a child. */
export const PupilListMenu = ({ onPrint, onExport, isReadyList, ...list }: PupilListMenuProps) => {
  const may = useMay()
  const isNarrow = useNarrow()
  const mayManage = may('manage pupil')
  const exported = may('export personal data') ? onExport : undefined
  usePageKeys(mayManage ? { n: () => goTo(paths.newPupil) } : {})
  const inMenu = { mayImport: mayManage, mayAdd: mayManage && isReadyList }
  return (
    <>
      {!isNarrow && !isReadyList && <PrintButton onPrint={onPrint} />}
      {!isNarrow && <ExportButtons onExport={exported} {...list} />}
      {!isNarrow && !isReadyList && mayManage && (
        <IconButton icon={Upload} to={paths.pupilImport}>
          Importieren
        </IconButton>
      )}
      {isNarrow && <MoreMenu {...inMenu} onExport={exported} />}
      {!isNarrow && isReadyList && <MoreMenu {...inMenu} onExport={undefined} />}
      {isReadyList && (
        <IconButton icon={Printer} onClick={onPrint} data-primary>
          Drucken
        </IconButton>
      )}
      {!isReadyList && mayManage && (
        <IconButton icon={Plus} to={paths.newPupil} data-primary>
          Schüler/in anlegen
        </IconButton>
      )}
    </>
  )
}
