import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family-paths.ts'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './FamilyStatus.module.css'

/** For every link that does not work, whatever the reason. */
export const UnknownStatusCard = ({ title }: { title: string }) => (
  <>
    <NativeHeading>{title}</NativeHeading>
    <div role="alert">
      <NativeNotice tone="negative">
        <p>{FAMILY_STATUS_TEXTS.unknown}</p>
      </NativeNotice>
    </div>
    <p className={classes.text}>
      Öffnen Sie bitte den Link in der neuesten E-Mail der Schule. Er gilt nur für die Adresse, an die er ging, und
      endet 30 Tage nach der Entscheidung oder nach der E-Mail, die sie mitteilt.
    </p>
    <p className={classes.text}>
      Bitte wenden Sie sich sonst an die Schule: Dort erfahren Sie den Stand und bekommen einen neuen Link.
    </p>
  </>
)
