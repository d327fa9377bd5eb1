import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useLabels, useMay } from '#web/api/base-data.ts'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { PERSON_SECTION } from './record-sections.ts'

/** Where the parts of the page are; only those the viewer gets (domain §3.6). */
const usePlaces = ({ guardians, memberships, deleted_at }: PupilDetails) => {
  const may = useMay()
  const { guardian } = useLabels()
  const isTeacher = may('view attached pupil') && !may('view pupil')
  const isHere = deleted_at === undefined
  const manages = isHere && may('manage pupil')
  return [
    { id: PERSON_SECTION.name, title: 'Stammdaten', isThere: true },
    { id: 'kontakte', title: `${guardian} & Kontakte`, isThere: isHere && guardians !== undefined },
    { id: 'abwesenheit', title: 'Abwesenheit', isThere: isHere && may(SICKNOTE_EDITORS) },
    { id: 'schule', title: 'Schule', isThere: memberships !== undefined },
    { id: 'vertraulich', title: 'Vertraulich', isThere: isHere && (isTeacher || may('view pupil sensitive')) },
    { id: 'einwilligungen', title: 'Einwilligungen', isThere: isHere && (isTeacher || manages) },
    { id: 'notizen', title: 'Notizen', isThere: isHere && (manages || may('view attached pupil')) },
    { id: 'verlauf', title: 'Verlauf', isThere: manages },
  ].filter(({ isThere }) => isThere)
}

/** Leads to the parts of the pupil's page. */
export const PupilContentsMenu = ({ pupil }: { pupil: PupilDetails }) => (
  <div className="sh-flush sh-below-4 sh-screen-only">
    <ContentsMenu places={usePlaces(pupil)} />
  </div>
)
