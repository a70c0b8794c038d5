/*
 * Sizes and offsets of every struct, frozen: a change here is a change of the ABI. Structs that
 * carry a struct_size may grow at their end; then their SIZE line changes, and no other.
 */
#include "shelfcount.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)
#define AT(type, member, offset)                                                                   \
    _Static_assert(offsetof(type, member) == (offset), #type "." #member)

_Static_assert(SHELF_VERSION_NUMBER ==
                   SHELF_VERSION_MAJOR * 1000000 + SHELF_VERSION_MINOR * 1000 + SHELF_VERSION_PATCH,
               "SHELF_VERSION_NUMBER");

SIZE(shelf_point, 8);
AT(shelf_point, x, 0);
AT(shelf_point, y, 4);

SIZE(shelf_box, 16);
AT(shelf_box, x1, 0);
AT(shelf_box, y1, 4);
AT(shelf_box, x2, 8);
AT(shelf_box, y2, 12);

SIZE(shelf_detection, 24);
AT(shelf_detection, box, 0);
AT(shelf_detection, score, 16);
AT(shelf_detection, class_id, 20);

SIZE(shelf_fate, 16);
AT(shelf_fate, track_id, 0);
AT(shelf_fate, kind, 8);
AT(shelf_fate, stage, 12);

SIZE(shelf_track, 56);
AT(shelf_track, id, 0);
AT(shelf_track, box, 8);
AT(shelf_track, vx, 24);
AT(shelf_track, vy, 28);
AT(shelf_track, score, 32);
AT(shelf_track, class_id, 36);
AT(shelf_track, state, 40);
AT(shelf_track, detection, 44);
AT(shelf_track, missed, 48);
AT(shelf_track, hits, 52);

SIZE(shelf_event, 88);
AT(shelf_event, frame, 0);
AT(shelf_event, emitted_frame, 8);
AT(shelf_event, time_us, 16);
AT(shelf_event, track_id, 24);
AT(shelf_event, item_id, 32);
AT(shelf_event, box, 40);
AT(shelf_event, kind, 56);
AT(shelf_event, delta, 60);
AT(shelf_event, direction, 64);
AT(shelf_event, reason, 68);
AT(shelf_event, gate, 72);
AT(shelf_event, class_id, 76);
AT(shelf_event, score, 80);
AT(shelf_event, evidence, 84);

SIZE(shelf_config, 164);
AT(shelf_config, struct_size, 0);
AT(shelf_config, preset, 4);
AT(shelf_config, width, 8);
AT(shelf_config, height, 12);
AT(shelf_config, units, 16);
AT(shelf_config, fps, 20);
AT(shelf_config, max_tracks, 24);
AT(shelf_config, max_detections, 28);
AT(shelf_config, max_candidates, 32);
AT(shelf_config, max_items, 36);
AT(shelf_config, max_gates, 40);
AT(shelf_config, max_events, 44);
AT(shelf_config, max_classes, 48);
AT(shelf_config, trail_length, 52);
AT(shelf_config, low_score, 56);
AT(shelf_config, high_score, 60);
AT(shelf_config, new_score, 64);
AT(shelf_config, first_cost, 68);
AT(shelf_config, second_cost, 72);
AT(shelf_config, third_cost, 76);
AT(shelf_config, fusion, 80);
AT(shelf_config, partners, 84);
AT(shelf_config, tentative_first, 88);
AT(shelf_config, frame_motion, 92);
AT(shelf_config, class_gate, 96);
AT(shelf_config, class_penalty, 100);
AT(shelf_config, matcher, 104);
AT(shelf_config, kalman, 108);
AT(shelf_config, confirm_hits, 112);
AT(shelf_config, confirm_window, 116);
AT(shelf_config, lost_frames, 120);
AT(shelf_config, lost_us, 124);
AT(shelf_config, duplicate_iou, 128);
AT(shelf_config, nms, 132);
AT(shelf_config, nms_iou, 136);
AT(shelf_config, nms_sigma, 140);
AT(shelf_config, nms_classes, 144);
AT(shelf_config, count_by, 148);
AT(shelf_config, dwell, 152);
AT(shelf_config, crossing, 156);
AT(shelf_config, max_area, 160);

SIZE(shelf_gate, 168);
AT(shelf_gate, struct_size, 0);
AT(shelf_gate, kind, 4);
AT(shelf_gate, units, 8);
AT(shelf_gate, anchor, 12);
AT(shelf_gate, count_by, 16);
AT(shelf_gate, crossing, 20);
AT(shelf_gate, dwell, 24);
AT(shelf_gate, every, 28);
AT(shelf_gate, margin, 32);
AT(shelf_gate, point_count, 36);
AT(shelf_gate, points, 40);

SIZE(shelf_edge, 24);
AT(shelf_edge, a, 0);
AT(shelf_edge, b, 8);
AT(shelf_edge, role, 16);
AT(shelf_edge, gate, 20);

SIZE(shelf_counts, 64);
AT(shelf_counts, struct_size, 0);
AT(shelf_counts, inside, 4);
AT(shelf_counts, total, 8);
AT(shelf_counts, forward, 16);
AT(shelf_counts, backward, 24);
AT(shelf_counts, undirected, 32);
AT(shelf_counts, passed, 40);
AT(shelf_counts, low, 48);
AT(shelf_counts, high, 56);

SIZE(shelf_stats, 224);
AT(shelf_stats, struct_size, 0);
AT(shelf_stats, tentative, 4);
AT(shelf_stats, tracked, 8);
AT(shelf_stats, lost, 12);
AT(shelf_stats, frames, 16);
AT(shelf_stats, time_us, 24);
AT(shelf_stats, rows, 32);
AT(shelf_stats, rows_not_finite, 40);
AT(shelf_stats, rows_inverted, 48);
AT(shelf_stats, rows_empty, 56);
AT(shelf_stats, rows_too_far, 64);
AT(shelf_stats, rows_bad_score, 72);
AT(shelf_stats, rows_bad_class, 80);
AT(shelf_stats, rows_overflow, 88);
AT(shelf_stats, rows_suppressed, 96);
AT(shelf_stats, candidates_dropped, 104);
AT(shelf_stats, tracks_started, 112);
AT(shelf_stats, tracks_confirmed, 120);
AT(shelf_stats, tracks_removed, 128);
AT(shelf_stats, tracks_refused, 136);
AT(shelf_stats, duplicates, 144);
AT(shelf_stats, events, 152);
AT(shelf_stats, events_dropped, 160);
AT(shelf_stats, blas_calls, 168);
AT(shelf_stats, items, 176);
AT(shelf_stats, registration, 180);
AT(shelf_stats, pose_x, 184);
AT(shelf_stats, pose_y, 188);
AT(shelf_stats, pose_scale, 192);
AT(shelf_stats, pose_roll, 196);
AT(shelf_stats, lens, 200);
AT(shelf_stats, pieces, 204);
AT(shelf_stats, items_folded, 208);
AT(shelf_stats, items_refused, 216);

SIZE(shelf_item, 80);
AT(shelf_item, id, 0);
AT(shelf_item, last_frame, 8);
AT(shelf_item, place, 16);
AT(shelf_item, box, 32);
AT(shelf_item, score, 48);
AT(shelf_item, evidence, 52);
AT(shelf_item, class_id, 56);
AT(shelf_item, state, 60);
AT(shelf_item, hits, 64);
AT(shelf_item, expected, 68);
AT(shelf_item, in_band, 72);
AT(shelf_item, reserved, 76);

SIZE(shelf_letterbox, 32);
AT(shelf_letterbox, source_width, 0);
AT(shelf_letterbox, source_height, 4);
AT(shelf_letterbox, model_width, 8);
AT(shelf_letterbox, model_height, 12);
AT(shelf_letterbox, x, 16);
AT(shelf_letterbox, y, 20);
AT(shelf_letterbox, width, 24);
AT(shelf_letterbox, height, 28);

SIZE(shelf_tensor_format, 40);
AT(shelf_tensor_format, struct_size, 0);
AT(shelf_tensor_format, pixels, 4);
AT(shelf_tensor_format, planes, 8);
AT(shelf_tensor_format, mean, 12);
AT(shelf_tensor_format, scale, 24);
AT(shelf_tensor_format, pad, 36);

SIZE(shelf_decoder, 56);
AT(shelf_decoder, struct_size, 0);
AT(shelf_decoder, layout, 4);
AT(shelf_decoder, classes, 8);
AT(shelf_decoder, min_score, 12);
AT(shelf_decoder, units, 16);
AT(shelf_decoder, output_units, 20);
AT(shelf_decoder, letterbox, 24);

SIZE(shelf_decode_report, 48);
AT(shelf_decode_report, rows, 0);
AT(shelf_decode_report, passed, 8);
AT(shelf_decode_report, other_class, 16);
AT(shelf_decode_report, not_boxes, 24);
AT(shelf_decode_report, overflow, 32);
AT(shelf_decode_report, table_full, 40);
