//! Lines that are drawn.

use bevy_app::prelude::*;
use bevy_broadleaf::prelude::*;
use bevy_broadleaf::{BoxGizmos, BroadPhasePlugin, EntityBroadPhase};
use bevy_color::Color;
use bevy_gizmos::config::DefaultGizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_transform::prelude::*;

#[test]
fn boxes_margins_pairs_and_the_tree_are_lines() {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, BroadPhasePlugin::<3>::default()));
    for x in [0.0, 1.0, 9.0] {
        let bundle = (
            HalfExtents([0.5, 0.5, 0.5]),
            Transform::from_xyz(x, 0.0, 0.0),
        );
        app.world_mut().spawn(bundle);
    }
    let bundle = (
        HalfExtents([f32::INFINITY; 3]),
        Transform::from_xyz(50.0, 0.0, 0.0),
    );
    app.world_mut()
        .spawn((bundle, BoxFilter(Filter::new(0, 0))));
    app.update();
    let state = app.world().resource::<EntityBroadPhase<3>>();
    let lines = |gizmos: BoxGizmos<3>| {
        let mut buffer = GizmoBuffer::<DefaultGizmoConfigGroup, ()>::default();
        gizmos.draw(state, &mut buffer);
        buffer.buffer().list_positions.len() / 2
    };
    let nothing = BoxGizmos {
        tight: None,
        fat: None,
        pairs: None,
        tree: None,
    };
    let color = Some(Color::WHITE);
    assert_eq!(lines(nothing), 0);
    // Twelve edges each; the infinite box has none.
    assert_eq!(
        lines(BoxGizmos {
            tight: color,
            ..nothing
        }),
        36
    );
    assert_eq!(
        lines(BoxGizmos {
            fat: color,
            ..nothing
        }),
        36
    );
    assert_eq!(
        lines(BoxGizmos {
            pairs: color,
            ..nothing
        }),
        1
    );
    // A node above two of the boxes; those above the infinite one are infinite.
    assert_eq!(
        lines(BoxGizmos {
            tree: color,
            ..nothing
        }) % 12,
        0
    );
    assert!(
        lines(BoxGizmos {
            tree: color,
            ..nothing
        }) > 0
    );
    assert_eq!(lines(BoxGizmos::default()), 37);
}
