import classes from './schools.module.css'

/** As an image, so that nothing of the SVG can be more than a picture. */
export const QrCodeCard = ({ svg, url }: { svg: string; url: string }) => (
  <img
    className={classes.qr}
    src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
    alt={`QR-Code mit der Adresse ${url}`}
  />
)
