// Enhances maps. Behaviours are custom elements or listeners on the document, because content may come later.

// A pin and its place in the list are marked together.
const markPair = ({ target }) => {
  const { pin } = target.closest?.('[data-pin]')?.dataset ?? {};
  for (const marked of document.querySelectorAll('.marked')) marked.classList.remove('marked');
  // A pin may stand for several places.
  for (const number of pin?.split(' ') ?? [])
    for (const one of document.querySelectorAll(`[data-pin~="${number}"]`)) one.classList.add('marked');
};
document.addEventListener('pointerover', markPair);
document.addEventListener('focusin', markPair);

const searchForm = () => document.querySelector('form[role=search]');
const pointOf = (text) => text.split(',').map(Number);

// Offers to find what is at a point of the map.
function offerPoint(map, lat, lon) {
  const point = [lat, ((((lon + 180) % 360) + 360) % 360) - 180];
  const textOf = (places) => point.map((degrees) => degrees.toFixed(places)).join(', ');
  const address = new URL(searchForm().action);
  address.search = new URLSearchParams({ tab: 'maps', q: textOf(5) });
  const link = Object.assign(document.createElement('a'), { href: address.href, textContent: texts.whatIsHere });
  map.parentElement.querySelector('.point').replaceChildren(`${textOf(4).replaceAll('-', '−')} · `, link);
}

customElements.define(
  'place-map',
  class extends HTMLElement {
    connectedCallback() {
      if (this.dataset.tiles) this.load();
      else this.addEventListener('click', (event) => this.offerInSketch(event));
    }

    // The map of the server stays if Leaflet does not come.
    load() {
      const script = document.createElement('script');
      script.src = this.dataset.leaflet;
      script.addEventListener('load', () => this.show(window.L));
      document.head.append(script);
    }

    show(L) {
      const { tiles, maxZoom, view, here } = this.dataset;
      const { width, height, zoom, left, top } = JSON.parse(view);
      const entries = [...document.querySelectorAll('.places [data-point]')];
      const centre = L.CRS.EPSG3857.pointToLatLng(L.point(left + width / 2, top + height / 2), zoom);
      this.replaceChildren();
      const map = L.map(this, { attributionControl: false, zoomControl: false, maxZoom: Number(maxZoom) });
      const corners = [L.point(left, top + height), L.point(left + width, top)];
      map.fitBounds(corners.map((corner) => L.CRS.EPSG3857.pointToLatLng(corner, zoom)));
      L.tileLayer(tiles, { maxZoom: Number(maxZoom) }).addTo(map);
      L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
      L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);
      if (here) L.circleMarker(pointOf(here), { radius: 8, className: 'here' }).addTo(map);
      for (const entry of entries.reverse()) this.addPin(L, map, entry, centre.lng);
      map.on('click', ({ latlng }) => offerPoint(this, latlng.lat, latlng.lng));
    }

    addPin(L, map, entry, near) {
      const { pin, point, box } = entry.dataset;
      const name = entry.querySelector('.title-link');
      const [lat, lon] = pointOf(point);
      // Of the many copies of the world, the one that is shown.
      const at = [lat, lon + 360 * Math.round((near - lon) / 360)];
      const icon = L.divIcon({
        className: 'pin',
        html: Object.assign(document.createElement('span'), { textContent: pin }),
        iconSize: null,
      });
      const marker = L.marker(at, { icon, title: name.textContent, riseOnHover: true }).addTo(map);
      const element = marker.getElement();
      element.dataset.pin = pin;
      element.setAttribute('aria-label', `${pin}: ${name.textContent}`);
      marker.on('click', () => entry.scrollIntoView({ block: 'nearest' }));
      name.addEventListener('click', () => {
        const corners = JSON.parse(box);
        if (corners.length > 0) map.fitBounds(corners, { maxZoom: 17 });
        else map.setView(at, 16);
      });
    }

    // Where a sketch was clicked: the inverse of Mercator's projection.
    offerInSketch(event) {
      if (event.target.closest('.pin')) return;
      const { width, height, zoom, left, top } = JSON.parse(this.dataset.view);
      const frame = this.getBoundingClientRect();
      const world = 256 * 2 ** zoom;
      const x = (left + ((event.clientX - frame.left) / frame.width) * width) / world;
      const y = (top + ((event.clientY - frame.top) / frame.height) * height) / world;
      offerPoint(this, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, (x - 0.5) * 360);
    }
  },
);

// "Near me": the browser asks the visitor, and tells the position; it is rounded before it is sent.
const nearForm = document.querySelector('form.near');
if (nearForm && navigator.geolocation) nearForm.hidden = false;

const saysNearMe = (q) =>
  nearForm.dataset.phrases.split('|').some((phrase) => ` ${q.trim().toLowerCase()}`.endsWith(` ${phrase}`));

function searchNear(q, otherwise) {
  const said = nearForm.querySelector('output');
  said.textContent = texts.locating;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const { elements } = nearForm;
      elements.q.value = q;
      elements.lat.value = coords.latitude.toFixed(3);
      elements.lon.value = coords.longitude.toFixed(3);
      nearForm.submit();
    },
    () => {
      said.textContent = texts.noPosition;
      otherwise?.();
    },
    { timeout: 10_000, maximumAge: 300_000 },
  );
}

document.addEventListener('submit', (event) => {
  if (!nearForm || nearForm.hidden) return;
  const form = event.target;
  if (form === nearForm) {
    event.preventDefault();
    searchNear(searchForm().elements.q.value);
  } else if (form === searchForm() && saysNearMe(form.elements.q.value)) {
    event.preventDefault();
    searchNear(form.elements.q.value, () => form.submit());
  }
});
